// SPDX-License-Identifier: MIT
// An exchanger with a time limit: two threads meet and each gets what the other
// brought, or one gives up alone and gets nothing. It may always give up: see
// timeout_channel.c.

#include <linchpin/spec.h>

enum { SWAP, GIVES_UP };

static void step(lp_step *s)
{
    lp_value nothing = LP_NIL;
    if (s->sync == GIVES_UP) {
        s->emit(s, &nothing, NULL, 0);
        return;
    }
    lp_value results[] = {s->calls[1].arg, s->calls[0].arg};
    s->emit(s, results, NULL, 0);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no exchange of %v is left that could have got %v", w->result, w->call->arg);
}

static bool alone(const lp_spec *self, uint32_t method, lp_value result)
{
    (void)self;
    (void)method;
    return lp_is_nil(result);
}

static const lp_sync syncs[] = {
    [SWAP] = {"swap", 2, {0, 0}, .alike = true},
    [GIVES_UP] = {"gives up", 1, {0}},
};

const lp_spec lp_spec_timeout_exchanger = {
    .name = "timeout-exchanger",
    .summary = "an exchanger that gives nil when nobody comes in time",
    .methods = {{"exchange", "swap", 1, "exchange(5) → 3", .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = syncs,
    .sync_count = 2,
    .why = why,
    .alone = alone,
};
