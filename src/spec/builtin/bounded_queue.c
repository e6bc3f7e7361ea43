// SPDX-License-Identifier: MIT
// A queue that holds at most so many values: bounded-queue:4. `enq` and `deq` do
// not wait: false when it is full, nil when it is empty. `put` and `take` do.
//
// Not data-independent: leave a value out, and an enq that found it full is wrong.

#include "spec/why.h"

enum { ENQ, DEQ, PUT, TAKE, PEEK, TRY_ENQ, TRY_DEQ };

static void step(lp_step *s)
{
    size_t n;
    const lp_value *values = lp_step_values(s, &n);
    uint32_t method = s->calls[0].method;
    bool full = n >= (size_t)s->spec->parameter.value;
    if (method == ENQ || method == PUT || method == TRY_ENQ) {
        if (!full)
            lp_step_emit_appended(s, method == PUT ? LP_UNIT : LP_TRUE, s->calls[0].arg);
        if (method == TRY_ENQ || (full && method == ENQ))
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (method == TRY_DEQ || (n == 0 && method != TAKE))
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
    uint32_t method = w->call->method;
    int64_t capacity = w->spec->parameter.value;
    if (method == ENQ || method == PUT || method == TRY_ENQ) {
        if (n >= (size_t)capacity)
            lp_why_say(w, "the queue is full: it holds %l", values, n);
        else if (method == ENQ && n)
            lp_why_say(w, "the queue is not full: it holds only %l", values, n);
        else if (method == ENQ)
            lp_why_say(w, "the queue is not full but empty");
        return;
    }
    if (why_not_there(w, "queue", values, n, &at))
        return;
    lp_why_say(w, "%l %s enqueued before %v and %s still in the queue", values, at,
               at == 1 ? "was" : "were", w->result, at == 1 ? "is" : "are");
}

const lp_spec lp_spec_bounded_queue = {
    .name = "bounded-queue",
    .summary = "first in, first out, at most so many; false when full, nil when empty",
    .parameter = {"capacity", 1, INT32_MAX, 2, .required = true},
    .methods = {{"enq", "enqueue offer add push", 1, "enq(5) → true", .echo_is_true = true},
                {"deq", "dequeue poll remove get pop", 0, "deq() → 5", .returns_nil = true},
                {"put", "send", 1, "put(5)", .returns_nothing = true},
                {"take", "receive recv", 0, "take() → 5"},
                {"peek", "front head first", 0, "peek() → 5", .reads_only = true,
                 .returns_nil = true},
                {"try_enq", "try_enqueue try_push try_send try_put", 1, "try_enq(5) → false",
                 .echo_is_true = true},
                {"try_deq", "try_dequeue try_pop try_recv try_receive try_take", 0,
                 "try_deq() → nil", .returns_nil = true}},
    .initial = lp_initial_empty,
    .step = step,
    .why = why,
};
