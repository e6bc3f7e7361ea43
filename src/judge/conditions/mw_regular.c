// SPDX-License-Identifier: MIT
// A multi-writer regular register: there is one order of all writes for all
// readers, it keeps real time, and each read returns the last write before some
// place in it that fits the read's own time. Two reads may see new and then old:
// only reads are not ordered among themselves.
//
// With one writer this is Lamport's regular register (1986). With several it is
// stronger than `regular`, where every read may imagine an order of its own.

#include "base/memory.h"
#include "judge/search/order_search.h"

#include <stdlib.h>

// A read has no argument; to write nothing is refused before this is asked.
static bool is_read(const lp_op *op)
{
    return lp_is_nil(op->arg) || op->arg.kind == LP_KIND_UNIT;
}

static bool precedes(const lp_op *a, const lp_op *b)
{
    return lp_op_precedes(a, b) && !(is_read(a) && is_read(b));
}

static void run(const judge_task *task, lp_verdict *v)
{
    const lp_history *h = task->history;
    bool *loose = memory_new(h->op_count, sizeof *loose);
    for (uint32_t i = 0; i < h->op_count; i++)
        loose[i] = is_read(&h->ops[i]);
    order_rules rules = {.real_time = true, .loose = loose};
    order_search(task, &rules, v);
    free(loose);
}

const judge judge_mw_regular = {
    .name = "mw-regular",
    .summary = "registers: one order of writes for all; reads may see new, then old",
    .only = "register",
    .prefix_closed = true,
    .local = true,
    .run = run,
    .precedes = precedes,
};
