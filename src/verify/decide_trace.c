// SPDX-License-Identifier: MIT
// From a run of one system to a trace that another has not.

#include "judge/evidence/verdict.h"
#include "verify/job.h"

// The run was found again, unless the time was up; then nothing is shown of it.
bool job_decide_trace(job *j)
{
    lp_verdict *out = j->out;
    out->culprit = LP_NO_EVENT; // the trace is wrong, not a result
    limits l = j->o->limits ? *j->o->limits : (limits){0};
    l.memory = 0;
    l.reached = NULL;
    if (!out->rechecked) {
        verdict_break(out, LP_VIOLATION_TRACE, "there is a trace that %s does not have",
                      j->v->implements);
        return true;
    }
    text last = {0}, detail = {0};
    bool ok = comparison_confirm(j->compared, &l, &last, &detail);
    out->rechecked = ok;
    ok =
        ok || limits_reached(&l) ||
        error_set(j->e, "the specification has the trace of the counterexample: this is a fault of "
                        "linchpin, please report it with the model");
    verdict_break(out, LP_VIOLATION_TRACE, "%s ends a trace that %s does not have", last.bytes,
                  j->v->implements);
    verdict_copy(&out->detail, detail.bytes);
    text_fini(&last);
    text_fini(&detail);
    return ok;
}
