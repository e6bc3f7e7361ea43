// SPDX-License-Identifier: MIT
// A last-in first-out stack; the state lists its values, bottom first.

#include "spec/why.h"

enum { PUSH, POP, TOP, TRY_PUSH, TRY_POP };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    uint32_t method = s->calls[0].method;
    if (method == PUSH || method == TRY_PUSH) {
        lp_step_emit_appended(s, method == PUSH ? LP_UNIT : LP_TRUE, s->calls[0].arg);
        if (method == TRY_PUSH)
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (method == TRY_POP || n == 0)
        lp_step_emit_same(s, LP_NIL);
    if (n)
        lp_step_emit_values(s, values[n - 1], values, method == TOP ? n : n - 1);
}

static void why(const lp_why *w)
{
    const lp_value *values = w->state;
    size_t at, n = w->state_size / sizeof *values;
    if (w->call->method == PUSH || w->call->method == TRY_PUSH ||
        why_not_there(w, "stack", values, n, &at))
        return;
    for (size_t i = at; i < n; i++) // the one nearest to the top is what counts
        at = lp_value_equal(values[i], w->result) ? i : at;
    size_t above = n - at - 1;
    lp_why_say(w, "%l %s pushed after %v and %s still on the stack", values + at + 1, above,
               above == 1 ? "was" : "were", w->result, above == 1 ? "is" : "are");
}

const lp_spec lp_spec_stack = {
    .name = "stack",
    .summary = "last in, first out; nil from an empty one",
    .methods = {{"push", "put add insert", 1, "push(5)", .returns_nothing = true},
                {"pop", "take remove get", 0, "pop() → 5", .returns_nil = true},
                {"top", "peek", 0, "top() → 5", .reads_only = true, .returns_nil = true},
                {"try_push", "try_put", 1, "try_push(5) → false", .echo_is_true = true},
                {"try_pop", "try_take", 0, "try_pop() → nil", .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
