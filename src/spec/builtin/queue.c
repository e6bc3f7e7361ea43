// SPDX-License-Identifier: MIT
// A first-in first-out queue; the state lists its values, oldest first. As in
// all specs, a try-method may fail at any time and then does nothing.

#include "spec/why.h"

enum { ENQ, DEQ, PEEK, TRY_ENQ, TRY_DEQ };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    uint32_t method = s->calls[0].method;
    if (method == ENQ || method == TRY_ENQ) {
        lp_step_emit_appended(s, method == ENQ ? LP_UNIT : LP_TRUE, s->calls[0].arg);
        if (method == TRY_ENQ)
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (method == TRY_DEQ || n == 0)
        lp_step_emit_same(s, LP_NIL);
    if (method == PEEK && n)
        lp_step_emit_same(s, values[0]);
    else if (n)
        lp_step_emit_values(s, values[0], values + 1, n - 1);
}

static void why(const lp_why *w)
{
    const lp_value *values = w->state;
    size_t at, n = w->state_size / sizeof *values;
    if (w->call->method == ENQ || w->call->method == TRY_ENQ ||
        why_not_there(w, "queue", values, n, &at))
        return;
    lp_why_say(w, "%l %s enqueued before %v and %s still in the queue", values, at,
               at == 1 ? "was" : "were", w->result, at == 1 ? "is" : "are");
}

const lp_spec lp_spec_queue = {
    .name = "queue",
    .summary = "first in, first out; nil from an empty one",
    .methods = {{"enq", "enqueue offer add put push push_back send insert", 1, "enq(5)",
                 .returns_nothing = true},
                {"deq", "dequeue poll take remove get pop pop_front receive recv", 0, "deq() → 5",
                 .returns_nil = true},
                {"peek", "front head first", 0, "peek() → 5", .reads_only = true,
                 .returns_nil = true},
                {"try_enq", "try_enqueue try_push try_send try_put", 1, "try_enq(5) → false",
                 .echo_is_true = true},
                {"try_deq", "try_dequeue try_pop try_recv try_receive try_take", 0,
                 "try_deq() → nil", .returns_nil = true}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
