// SPDX-License-Identifier: MIT
// Two-step linearisation as Lawrence and Lowe test it (§5): the automaton of Fig. 3 for
// synchronisations of one mode each, with the second step logged at the return.

#include "judge/monitor/monitor_run.h"
#include "judge/search/two_step_search.h"

static bool plan(judge_plan *p, error *e)
{
    return !p->spec->syncs || two_step_suits(p->spec, TWO_STEP_FIXED, e);
}

static void run(const judge_task *task, lp_verdict *v)
{
    two_step_judge(task, TWO_STEP_FIXED, v);
}

const judge judge_two_step_fixed = {
    .name = "two-step-fixed",
    .summary = "two-step, for methods that take part in one synchronisation each",
    .prefix_closed = true,
    .local = true,
    .plan = plan,
    .run = run,
    .explain = monitor_run,
    .precedes = lp_op_precedes,
};
