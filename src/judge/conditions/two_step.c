// SPDX-License-Identifier: MIT
// The same condition as `synchronised`, judged in the other way: by the general
// construction of two-step linearisation. For comparison, and for who does not trust
// the direct search. A spec without synchronisations is judged as it is.

#include "judge/two_step.h"
#include "judge/monitor_run.h"

extern const judge judge_linearizable;

static void run(const judge_task *task, lp_verdict *v)
{
    judge_task alone = *task;
    alone.session = NULL;
    if (!task->spec->syncs)
        judge_linearizable.run(&alone, v);
    else if (two_step_suits(task->spec, TWO_STEP_GENERAL))
        two_step_run(task, &(two_step_options){.kind = TWO_STEP_GENERAL}, v);
    else
        verdict_decide(v, LP_UNKNOWN,
                       "two-step linearisation is made for specs of at most %d methods that list "
                       "their results",
                       LP_MAX_METHODS / 2);
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
