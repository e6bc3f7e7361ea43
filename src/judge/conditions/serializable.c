// SPDX-License-Identifier: MIT
// Serializability of single operations: some order of them, whatever order it
// is, is allowed by the spec. Neither real time nor who called what counts.

#include "base/memory.h"
#include "judge/search/order_search.h"

#include <stdlib.h>

static bool no_order(const lp_op *a, const lp_op *b)
{
    (void)a, (void)b;
    return false;
}

static void run(const judge_task *task, lp_verdict *v)
{
    uint32_t *after = memory_new(task->history->op_count, sizeof *after);
    order_equal_in_turn(task, NULL, after);
    order_rules rules = {.after = after, .equal_in_turn = true};
    order_search(task, &rules, v);
    free(after);
}

const judge judge_serializable = {
    .name = "serializable",
    .ignores_real_time = true,
    .summary = "some order of the operations, any order, is allowed by the spec",
    .run = run,
    .precedes = no_order,
};
