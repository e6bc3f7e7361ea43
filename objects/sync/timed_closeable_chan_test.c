// SPDX-License-Identifier: MIT
//     linchpin test timed_closeable_chan_test.c timed_closeable_chan.c
// The spec is its own: what operations return tells giving up (false) from a closed channel
// (nil).

#include "timed_closeable_chan.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return timed_closeable_chan_new(50);
}

static void destroy(void *c)
{
    timed_closeable_chan_free(c);
}

static lp_value result(timed_outcome outcome, lp_value met)
{
    return outcome == TIMED_MET ? met : outcome == TIMED_LATE ? LP_FALSE : LP_NIL;
}

static lp_value send(void *c, const lp_value *args)
{
    return result(timed_closeable_chan_send(c, (int)lp_to_int(args[0]), false), LP_TRUE);
}

static lp_value send_within(void *c, const lp_value *args)
{
    return result(timed_closeable_chan_send(c, (int)lp_to_int(args[0]), true), LP_TRUE);
}

static lp_value receive(void *c, const lp_value *args)
{
    int value;
    (void)args;
    timed_outcome outcome = timed_closeable_chan_receive(c, &value, false);
    return result(outcome, lp_int(value));
}

static lp_value receive_within(void *c, const lp_value *args)
{
    int value;
    (void)args;
    timed_outcome outcome = timed_closeable_chan_receive(c, &value, true);
    return result(outcome, lp_int(value));
}

static lp_value close(void *c, const lp_value *args)
{
    (void)args;
    timed_closeable_chan_close(c);
    return LP_UNIT;
}

enum { SEND, SEND_WITHIN, RECEIVE, RECEIVE_WITHIN, CLOSE };
enum { PAIRS = 4, GIVE_UP = PAIRS, FAIL = GIVE_UP + 2, CLOSES = FAIL + 4 };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value closed = LP_FALSE;
    s->emit(s, NULL, &closed, sizeof closed);
}

// Two meet while it is open; those that may give up always may, for there is no clock; once
// it is closed everything fails.
static void step(lp_step *s)
{
    bool closed = lp_to_int(lp_step_values(s, NULL)[0]) != 0;
    lp_value met[] = {LP_TRUE, s->calls[0].arg}, next = LP_TRUE;
    if (s->sync == CLOSES)
        lp_step_emit_values(s, LP_UNIT, &next, 1);
    else if (s->sync < PAIRS && !closed)
        s->emit(s, met, s->state, s->state_size);
    else if (s->sync >= GIVE_UP && s->sync < FAIL && !closed)
        lp_step_emit_same(s, LP_FALSE);
    else if (s->sync >= FAIL && closed)
        lp_step_emit_same(s, LP_NIL);
}

static bool alone(const lp_spec *self, uint32_t method, lp_value r)
{
    (void)self;
    (void)method;
    return lp_is_nil(r) || lp_value_equal(r, LP_FALSE);
}

static const lp_sync syncs[] = {
    {"exchange", 2, {SEND, RECEIVE}},
    {"exchange", 2, {SEND, RECEIVE_WITHIN}},
    {"exchange", 2, {SEND_WITHIN, RECEIVE}},
    {"exchange", 2, {SEND_WITHIN, RECEIVE_WITHIN}},
    [GIVE_UP] = {"give up", 1, {SEND_WITHIN}},
    {"give up", 1, {RECEIVE_WITHIN}},
    [FAIL] = {"fail", 1, {SEND}},
    {"fail", 1, {SEND_WITHIN}},
    {"fail", 1, {RECEIVE}},
    {"fail", 1, {RECEIVE_WITHIN}},
    [CLOSES] = {"close", 1, {CLOSE}},
};

static const lp_spec timed_closeable = {
    .name = "timed-closeable-channel",
    .methods = {{"send", NULL, 1, "send(5) → true"},
                {"send_within", NULL, 1, "send_within(5) → false"},
                {"receive", NULL, 0, "receive() → 5"},
                {"receive_within", NULL, 0, "receive_within() → false"},
                {"close", NULL, 0, "close()", .returns_nothing = true}},
    .initial = initial,
    .step = step,
    .syncs = syncs,
    .sync_count = sizeof syncs / sizeof *syncs,
    .alone = alone,
};

// Somebody closes it, so that everybody can go home.
LP_OBJECT(timed_closeable_chan, .create = create, .destroy = destroy,
          .custom_spec = &timed_closeable,
          .methods = {{"send", send, .args = {LP_UNIQUE}},
                      {"send_within", send_within, .args = {LP_UNIQUE}},
                      {"receive", receive},
                      {"receive_within", receive_within},
                      {"close", close}},
          .scenarios = {"send_within(1) send(2) | receive receive_within | receive_within close",
                        "send(1) send_within(2) | receive_within receive | close",
                        "send_within(1) | receive_within"})
