// SPDX-License-Identifier: MIT
// Men and women pair off: each says who he or she is and learns who the other is.
// There is no state.

#include <linchpin/spec.h>

enum { MAN, WOMAN };

static void step(lp_step *s)
{
    lp_value results[] = {s->calls[1].arg, s->calls[0].arg};
    s->emit(s, results, NULL, 0);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no %s %v is left who could have paired off with %s %v",
               w->call->method == MAN ? "woman" : "man", w->result,
               w->call->method == MAN ? "man" : "woman", w->call->arg);
}

static const lp_sync pair = {"pair", 2, {MAN, WOMAN}};

const lp_spec lp_spec_men_and_women = {
    .name = "men-and-women",
    .summary = "a man and a woman pair off and learn each other's names",
    .methods = {{"man", NULL, 1, "man(1) → 2"}, {"woman", NULL, 1, "woman(2) → 1"}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &pair,
    .sync_count = 1,
    .why = why,
};
