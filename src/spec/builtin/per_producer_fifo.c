// SPDX-License-Identifier: MIT
// A queue that keeps the order of each producer's values and no other: what
// queues made of one list per producer promise. The state is a list of process,
// value, process, value …, sorted by process, each one's oldest first.

#include "base/text.h"
#include "base/value/value_text.h"
#include "spec/why.h"

enum { ENQ, DEQ, TRY_ENQ, TRY_DEQ };

static void step(lp_step *s)
{
    size_t n, at = 0;
    const lp_value *pairs = lp_step_values(s, &n);
    const lp_call *call = &s->calls[0];
    if (call->method == ENQ || call->method == TRY_ENQ) {
        lp_value pair[2] = {lp_int(call->process), call->arg};
        while (at < n && pairs[at].bits <= call->process)
            at += 2;
        lp_step_emit_spliced(s, call->method == ENQ ? LP_UNIT : LP_TRUE, at, 0, pair, 2);
        if (call->method == TRY_ENQ)
            lp_step_emit_same(s, LP_FALSE);
        return;
    }
    if (call->method == TRY_DEQ || n == 0)
        lp_step_emit_same(s, LP_NIL);
    for (; at < n; at += 2)
        if (at == 0 || pairs[at].bits != pairs[at - 2].bits)
            lp_step_emit_spliced(s, pairs[at + 1], at, 2, NULL, 0);
}

static void print(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to)
{
    (void)self;
    const lp_value *pairs = state;
    text out = {0};
    text_add(&out, "[");
    for (size_t i = 0; i < size / sizeof *pairs; i += 2) {
        bool first = i == 0 || pairs[i].bits != pairs[i - 2].bits;
        text_add(&out, "%s", i == 0 ? "" : first ? ", " : " ");
        if (first)
            text_add(&out, "%lld: ", (long long)pairs[i].bits);
        value_print(pool, pairs[i + 1], &out);
    }
    text_add(&out, "]");
    put(to, out.bytes);
    text_fini(&out);
}

static void why(const lp_why *w)
{
    const lp_value *pairs = w->state;
    size_t n = w->state_size / sizeof *pairs, at = 1, first = 0;
    if (w->call->method == ENQ || w->call->method == TRY_ENQ)
        return;
    while (at < n && !lp_value_equal(pairs[at], w->result))
        at += 2;
    if (n == 0)
        lp_why_say(w, "the queue is empty");
    else if (lp_is_nil(w->result))
        lp_why_say(w, "the queue is not empty: %v is in it", pairs[1]);
    else if (at >= n)
        lp_why_say(w, "%v is not in the queue", w->result);
    else {
        while (pairs[first].bits != pairs[at - 1].bits)
            first += 2;
        lp_why_say(w, "process %v enqueued %v before %v and it is still in the queue", pairs[first],
                   pairs[first + 1], w->result);
    }
}

const lp_spec lp_spec_per_producer_fifo = {
    .name = "per-producer-fifo",
    .summary = "a queue that keeps the order of each process's values, and no other",
    .methods = {{"enq", "enqueue offer add put push send insert", 1, "enq(5)",
                 .returns_nothing = true},
                {"deq", "dequeue poll take remove get pop receive recv", 0, "deq() → 5",
                 .returns_nil = true},
                {"try_enq", "try_enqueue try_push try_send try_put", 1, "try_enq(5) → false",
                 .echo_is_true = true},
                {"try_deq", "try_dequeue try_pop try_recv try_receive try_take", 0,
                 "try_deq() → nil", .returns_nil = true}},
    .looks_at_process = true,
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .print = print,
    .why = why,
};
