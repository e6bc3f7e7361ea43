// SPDX-License-Identifier: MIT
// A priority queue: the smallest comes out first. A value [2 "x"] has priority 2;
// any other is its own priority. Of equal priorities any may come first. The
// state is sorted by priority, then by value.

#include "spec/priority.h"
#include "spec/why.h"

enum { INSERT, REMOVE_MIN, PEEK_MIN, TRY_INSERT, TRY_REMOVE_MIN };

static void step(lp_step *s)
{
    size_t n, at = 0;
    const lp_value *values = lp_step_values(s, &n), *arg = &s->calls[0].arg;
    uint32_t method = s->calls[0].method;
    if (method == INSERT || method == TRY_INSERT) {
        for (; at < n; at++) {
            int order = spec_by_priority(s->pool, values[at], *arg);
            if (order > 0 || (order == 0 && lp_value_compare(s->pool, values[at], *arg) >= 0))
                break;
        }
        lp_step_emit_spliced(s, method == INSERT ? LP_UNIT : LP_TRUE, at, 0, arg, 1);
        if (method == TRY_INSERT)
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (method == TRY_REMOVE_MIN || n == 0)
        lp_step_emit_same(s, LP_NIL);
    for (; at < n && spec_by_priority(s->pool, values[at], values[0]) == 0; at++) {
        if (method == PEEK_MIN)
            lp_step_emit_same(s, values[at]);
        else
            lp_step_emit_spliced(s, values[at], at, 1, NULL, 0);
    }
}

static void why(const lp_why *w)
{
    const lp_value *values = w->state;
    size_t at, n = w->state_size / sizeof *values;
    if (w->call->method == INSERT || w->call->method == TRY_INSERT ||
        why_not_there(w, "priority queue", values, n, &at))
        return;
    while (at && spec_by_priority(w->pool, values[at - 1], w->result) == 0)
        at--;
    lp_why_say(w, "%l %s smaller than %v and still in the priority queue", values, at,
               at == 1 ? "is" : "are", w->result);
}

const lp_spec lp_spec_priority_queue = {
    .name = "priority-queue",
    .summary = "the smallest comes out first; nil from an empty one",
    .methods = {{"insert", "add push offer put enq enqueue", 1, "insert(5)",
                 .returns_nothing = true},
                {"remove_min", "delete_min extract_min pop_min pop poll take remove deq dequeue", 0,
                 "remove_min() → 5", .returns_nil = true},
                {"peek_min", "peek min top find_min get_min", 0, "peek_min() → 5",
                 .reads_only = true, .returns_nil = true},
                {"try_insert", "try_push try_add", 1, "try_insert(5) → false",
                 .echo_is_true = true},
                {"try_remove_min", "try_delete_min try_pop try_take", 0, "try_remove_min() → nil",
                 .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
