// SPDX-License-Identifier: MIT
// An exchanger: two threads meet, and each gets what the other brought. There is
// no state.

#include <linchpin/spec.h>

static void step(lp_step *s)
{
    lp_value results[] = {s->calls[1].arg, s->calls[0].arg};
    s->emit(s, results, NULL, 0);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no exchange of %v is left that could have got %v", w->result, w->call->arg);
}

static const lp_sync swap = {"swap", 2, {0, 0}, .alike = true};

const lp_spec lp_spec_exchanger = {
    .name = "exchanger",
    .summary = "two threads meet, and each gets what the other brought",
    .methods = {{"exchange", "swap", 1, "exchange(5) → 3"}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &swap,
    .sync_count = 1,
    .why = why,
};
