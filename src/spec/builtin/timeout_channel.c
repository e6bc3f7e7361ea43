// SPDX-License-Identifier: MIT
// A synchronous channel with a time limit: a send and a receive meet, or each gives
// up alone. When it may give up cannot be said without a clock, so it always may.

#include <linchpin/spec.h>

enum { SEND, RECEIVE };
enum { EXCHANGE, SEND_GIVES_UP, RECEIVE_GIVES_UP };

static void step(lp_step *s)
{
    lp_value met[] = {LP_TRUE, s->calls[0].arg};
    lp_value alone = s->sync == SEND_GIVES_UP ? LP_FALSE : LP_NIL;
    s->emit(s, s->sync == EXCHANGE ? met : &alone, NULL, 0);
}

static void why(const lp_why *w)
{
    if (w->call->method == SEND)
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
    [SEND_GIVES_UP] = {"send gives up", 1, {SEND}},
    [RECEIVE_GIVES_UP] = {"receive gives up", 1, {RECEIVE}},
};

const lp_spec lp_spec_timeout_channel = {
    .name = "timeout-channel",
    .summary = "synchronous channel; send gives false, receive nil when nobody comes in time",
    .methods = {{"send", "put", 1, "send(5) → true"},
                {"receive", "recv get take", 0, "receive() → 5", .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = syncs,
    .sync_count = 3,
    .why = why,
    .alone = alone,
};
