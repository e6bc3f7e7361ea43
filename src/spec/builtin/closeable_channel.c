// SPDX-License-Identifier: MIT
// A synchronous channel that can be closed. While it is open, a send and a receive
// meet; afterwards send gives false and receive nil, at once. The state is whether
// it is closed.

#include <linchpin/spec.h>

enum { SEND, RECEIVE, CLOSE };
enum { EXCHANGE, SEND_FAILS, RECEIVE_FAILS, CLOSES };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value closed = LP_FALSE;
    s->emit(s, NULL, &closed, sizeof closed);
}

static void step(lp_step *s)
{
    bool closed = lp_to_int(lp_step_values(s, NULL)[0]) != 0;
    lp_value next = LP_TRUE;
    lp_value met[] = {LP_TRUE, s->calls[0].arg};
    if (s->sync == CLOSES)
        lp_step_emit_values(s, LP_UNIT, &next, 1);
    else if (s->sync == EXCHANGE && !closed)
        s->emit(s, met, s->state, s->state_size);
    else if (s->sync == SEND_FAILS && closed)
        lp_step_emit_same(s, LP_FALSE);
    else if (s->sync == RECEIVE_FAILS && closed)
        lp_step_emit_same(s, LP_NIL);
}

static void why(const lp_why *w)
{
    bool closed = lp_to_int(((const lp_value *)w->state)[0]) != 0;
    bool failed = lp_is_nil(w->result) || lp_value_equal(w->result, LP_FALSE);
    if (failed || closed)
        lp_why_say(w, "the channel is %s", closed ? "closed" : "open");
    else if (w->call->method == SEND)
        lp_why_say(w, "no receive is left that could have got %v", w->call->arg);
    else
        lp_why_say(w, "no send of %v is left that it could have met", w->result);
}

static bool alone(const lp_spec *self, uint32_t method, lp_value result)
{
    (void)self;
    return lp_value_equal(result, method == SEND ? LP_FALSE : LP_NIL);
}

static const lp_sync syncs[] = {
    [EXCHANGE] = {"exchange", 2, {SEND, RECEIVE}},
    [SEND_FAILS] = {"send fails", 1, {SEND}},
    [RECEIVE_FAILS] = {"receive fails", 1, {RECEIVE}},
    [CLOSES] = {"close", 1, {CLOSE}},
};

const lp_spec lp_spec_closeable_channel = {
    .name = "closeable-channel",
    .summary = "synchronous channel; once closed, send gives false and receive nil",
    .methods = {{"send", "put", 1, "send(5) → true"},
                {"receive", "recv get take", 0, "receive() → 5", .returns_nil = true},
                {"close", NULL, 0, "close()", .returns_nothing = true}},
    .initial = initial,
    .step = step,
    .syncs = syncs,
    .sync_count = 4,
    .why = why,
    .alone = alone,
};
