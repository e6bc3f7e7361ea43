// SPDX-License-Identifier: MIT
// Sequential consistency (Lamport, 1979): some order of all operations keeps
// each process's own order and is allowed by the spec. Real time between
// processes does not count, so it is neither local nor prefix-closed.
//
// A process's own order is that of real time: what returned comes before what the
// process called after that. An operation that never returned has no place in it. Its
// process went on without an answer while the request was still on its way, so it may
// take effect late, as if somebody else had called it. Were it to come first, a
// linearizable history could be refused.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/search/order_search.h"

#include <stdlib.h>

static bool process_order(const lp_op *a, const lp_op *b)
{
    return a->process == b->process && lp_op_precedes(a, b);
}

// Which operations must have taken effect before another of the process: those that
// returned, but for those that one of these comes after. One, unless operations of a
// process overlap.
typedef struct latest {
    uint32_t *ops;
    size_t count, capacity;
} latest;

static void add_latest(latest *l, const lp_op *ops, uint32_t op)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->count; i++)
        if (!lp_op_precedes(&ops[l->ops[i]], &ops[op]))
            l->ops[kept++] = l->ops[i];
    MEMORY_GROW(l->ops, l->capacity, kept + 1);
    l->ops[kept] = op;
    l->count = kept + 1;
}

static void run(const judge_task *task, lp_verdict *v)
{
    const lp_history *h = task->history;
    intern *processes = intern_new();
    latest *of = memory_new(h->op_count, sizeof *of);
    uint32_t *from = memory_new((size_t)h->op_count + 1, sizeof *from);
    uint32_t *before = NULL, called = 0;
    size_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        latest *mine = &of[intern_add(processes, &h->ops[op].process, sizeof h->ops[op].process)];
        if (h->events[i].is_return) {
            add_latest(mine, h->ops, op);
            continue;
        }
        for (size_t k = 0; k < mine->count; k++) {
            MEMORY_GROW(before, capacity, count + 1);
            before[count++] = mine->ops[k];
        }
        from[++called] = (uint32_t)count;
    }
    order_rules rules = {.from = from, .before = before};
    order_search(task, &rules, v);
    for (uint32_t i = 0; i < h->op_count; i++)
        free(of[i].ops);
    free(of);
    free(from);
    free(before);
    intern_free(processes);
}

const judge judge_sequential = {
    .name = "sequential",
    .ignores_real_time = true,
    .summary = "some order keeps each process's own order and is allowed by the spec",
    .run = run,
    .precedes = process_order,
};
