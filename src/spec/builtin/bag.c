// SPDX-License-Identifier: MIT
// A bag, or pool: `take` gives any value that is in it. The state is sorted, so
// that equal bags have equal bytes.

#include "spec/why.h"

enum { ADD, TAKE, TRY_ADD, TRY_TAKE };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n), *arg = &s->calls[0].arg;
    uint32_t method = s->calls[0].method;
    if (method == ADD || method == TRY_ADD) {
        size_t at = lp_values_rank(s->pool, values, n, *arg);
        lp_step_emit_spliced(s, method == ADD ? LP_UNIT : LP_TRUE, at, 0, arg, 1);
        if (method == TRY_ADD)
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (method == TRY_TAKE || n == 0)
        lp_step_emit_same(s, LP_NIL);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || !lp_value_equal(values[i], values[i - 1]))
            lp_step_emit_spliced(s, values[i], i, 1, NULL, 0);
}

static void why(const lp_why *w)
{
    size_t at;
    if (w->call->method == TAKE || w->call->method == TRY_TAKE)
        why_not_there(w, "bag", w->state, w->state_size / sizeof(lp_value), &at);
}

const lp_spec lp_spec_bag = {
    .name = "bag",
    .summary = "put in, take any out; nil from an empty one",
    .methods = {{"add", "put insert push enq enqueue offer", 1, "add(5)", .returns_nothing = true},
                {"take", "remove remove_any get pop deq dequeue poll", 0, "take() → 5",
                 .returns_nil = true},
                {"try_add", "try_put try_push try_enqueue try_enq", 1, "try_add(5) → false",
                 .echo_is_true = true},
                {"try_take", "try_remove try_pop try_dequeue try_deq", 0, "try_take() → nil",
                 .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
