// SPDX-License-Identifier: MIT
// The same condition as `synchronised`, judged in the other way: by the general
// construction of two-step linearisation. For comparison, and for who does not trust
// the direct search. A spec without synchronisations is judged as it is.

#include "judge/monitor/monitor_run.h"
#include "judge/search/two_step_search.h"

static void run(const judge_task *task, lp_verdict *v)
{
    two_step_judge(task, TWO_STEP_GENERAL, v);
}

const judge judge_two_step = {
    .name = "two-step",
    .summary = "as synchronised, judged by linearizability of two steps for each operation",
    .prefix_closed = true,
    .local = true,
    .run = run,
    .explain = monitor_run,
    .precedes = lp_op_precedes,
};
