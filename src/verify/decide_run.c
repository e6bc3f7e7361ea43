// SPDX-License-Identifier: MIT
// What is said of a claim about runs.

#include "judge/evidence/verdict.h"
#include "verify/job.h"
#include "verify/temporal/find_lasso.h"

bool job_decide_run(job *j, search *q)
{
    text which = {0};
    lasso_finder_describe(j->lassos, &which);
    verdict_violate(j->out, LP_VIOLATION_TEMPORAL, "a run%s breaks the formula%s%s",
                    fairness_text(j->v), which.length ? " for " : "",
                    which.length ? which.bytes : "");
    text_fini(&which);
    if (!j->out->rechecked)
        return true;
    if (lasso_finder_refuted(j->lassos))
        verdict_set(&j->out->detail, "Whatever comes after the last step, the formula is broken.");
    if (lasso_finder_ended(j->lassos))
        verdict_set(&j->out->detail, "After the last step nothing has to happen any more.");
    if (!lasso_finder_whole(j->lassos))
        verdict_set(&j->out->detail, "To be fair, a run also takes other steps from these states "
                                     "again and again: too many to be shown.");
    return lasso_finder_confirmed(j->lassos, q);
}

void job_say_never(job *j, const search *q)
{
    text t = {0};
    if (j->lassos)
        lasso_finder_never(j->lassos, q, &t);
    if (t.length)
        verdict_copy(&j->out->detail, t.bytes);
    text_fini(&t);
}
