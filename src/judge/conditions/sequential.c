// SPDX-License-Identifier: MIT
// Sequential consistency (Lamport, 1979): some order of all operations keeps
// each process's own order and is allowed by the spec. Real time between
// processes does not count, so it is neither local nor prefix-closed.

#include "base/intern.h"
#include "base/memory.h"
#include "judge/order_search.h"

#include <stdlib.h>

static bool process_order(const lp_op *a, const lp_op *b)
{
    return !lp_op_pending(a) && a->process == b->process && a->call < b->call;
}

static void run(const judge_task *task, lp_verdict *v)
{
    const lp_history *h = task->history;
    intern *processes = intern_new();
    uint32_t *after = memory_new(h->op_count, sizeof *after);
    uint32_t *last = memory_new(h->op_count, sizeof *last); // returned, of each process
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        bool fresh;
        uint32_t p = intern_add_fresh(processes, &op->process, sizeof op->process, &fresh);
        if (fresh)
            last[p] = ORDER_FREE;
        after[i] = last[p];
        if (!lp_op_pending(op))
            last[p] = i;
    }
    order_rules rules = {.after = after};
    order_search(task, &rules, v);
    free(last);
    free(after);
    intern_free(processes);
}

const judge judge_sequential = {
    .name = "sequential",
    .summary = "some order keeps each process's own order and is allowed by the spec",
    .run = run,
    .precedes = process_order,
};
