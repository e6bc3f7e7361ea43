// SPDX-License-Identifier: MIT
// Two-step linearisation with the adaptive log of Lawrence and Lowe (§5): an operation
// that met nobody is logged as another method of one step, as its result tells.

#include "judge/monitor/monitor_run.h"
#include "judge/search/two_step_search.h"

static bool plan(judge_plan *p, error *e)
{
    return !p->spec->syncs || two_step_suits(p->spec, TWO_STEP_ADAPTIVE, e);
}

static void run(const judge_task *task, lp_verdict *v)
{
    two_step_judge(task, TWO_STEP_ADAPTIVE, v);
}

const judge judge_two_step_adaptive = {
    .name = "two-step-adaptive",
    .summary = "two-step, where results tell whether an operation met anybody",
    .prefix_closed = true,
    .local = true,
    .plan = plan,
    .run = run,
    .explain = monitor_run,
    .precedes = lp_op_precedes,
};
