// SPDX-License-Identifier: MIT
// The ABC problem: an a, a b and a c meet; each says who it is and learns who the
// other two are, in the order of the alphabet. There is no state.

#include <linchpin/spec.h>

enum { A, B, C };

static lp_value both(lp_step *s, uint32_t first, uint32_t second)
{
    lp_value names[] = {s->calls[first].arg, s->calls[second].arg};
    return lp_vector(s->pool, names, 2);
}

static void step(lp_step *s)
{
    lp_value results[] = {both(s, B, C), both(s, A, C), both(s, A, B)};
    s->emit(s, results, NULL, 0);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no two are left who could have met %v and are %v", w->call->arg, w->result);
}

static const lp_sync meet = {"meet", 3, {A, B, C}};

const lp_spec lp_spec_abc = {
    .name = "abc",
    .summary = "an a, a b and a c meet and learn each other's names",
    .methods = {{"a", NULL, 1, "a(1) → [2, 3]"},
                {"b", NULL, 1, "b(2) → [1, 3]"},
                {"c", NULL, 1, "c(3) → [1, 2]"}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &meet,
    .sync_count = 1,
    .why = why,
};
