// SPDX-License-Identifier: MIT
// A last-in first-out stack; the state lists its values, bottom first.

#include <linchpin/spec.h>

enum { PUSH, POP, TOP };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, NULL, 0);
}

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    if (s->calls[0].method == PUSH) {
        lp_step_emit_appended(s, LP_UNIT, s->calls[0].arg);
        return;
    }
    lp_value result = n ? values[n - 1] : LP_NIL;
    size_t left = s->calls[0].method == POP && n ? n - 1 : n;
    lp_step_emit_values(s, result, values, left);
}

const lp_spec lp_spec_stack = {
    .name = "stack",
    .summary = "last in, first out; nil from an empty one",
    .methods = {{"push", "put add", 1, "push(5)", .returns_nothing = true},
                {"pop", "take remove get", 0, "pop() → 5"},
                {"top", "peek", 0, "top() → 5"}},
    .data_independent = true,
    .initial = initial,
    .step = step,
};
