// SPDX-License-Identifier: MIT
// A first-in first-out queue; the state lists its values, oldest first.

#include <linchpin/spec.h>

enum { ENQ, DEQ, PEEK };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, NULL, 0);
}

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    if (s->calls[0].method == ENQ) {
        lp_step_emit_appended(s, LP_UNIT, s->calls[0].arg);
        return;
    }
    lp_value result = n ? values[0] : LP_NIL;
    if (s->calls[0].method == DEQ && n)
        lp_step_emit_values(s, result, values + 1, n - 1);
    else
        lp_step_emit_values(s, result, values, n);
}

const lp_spec lp_spec_queue = {
    .name = "queue",
    .summary = "first in, first out; nil from an empty one",
    .methods = {{"enq", "enqueue offer add put push send", 1, "enq(5)", .returns_nothing = true},
                {"deq", "dequeue poll take remove get pop receive", 0, "deq() → 5"},
                {"peek", "front head", 0, "peek() → 5"}},
    .data_independent = true,
    .initial = initial,
    .step = step,
};
