// SPDX-License-Identifier: MIT
// `verify --quasi-factor`: the least factor with which the histories of an instance keep to a
// relaxed condition. As explore does it: all is searched with a factor, from 0 on; a
// counterexample says by itself which factor it needs at least, and the search begins again
// with that one. The last search is the proof that it is enough, and the counterexample before
// it that one less is not: its steps are shown.

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "judge/relaxed/minimal_relaxation_many.h"
#include "verify/job.h"

#include <stdlib.h>
#include <string.h>

// Where operations are not bounded there may be no factor that is enough, and each one takes a search.
enum { LEAST_MOST = 16 };

bool least_may_be_sought(const instance *v)
{
    return v->claim == CLAIM_LINEARIZABLE ||
           (v->claim == CLAIM_CONDITION && strchr(v->condition, ':') && !strchr(v->condition, '='));
}

bool job_wants_least(const job *j)
{
    return j->o->quasi_factor && !j->o->no_spec && least_may_be_sought(j->v);
}

typedef struct least_search {
    minimal_relaxation least;
    lp_verdict steps; // only those of what needs the factor
} least_search;

static void move_steps(lp_verdict *from, lp_verdict *to)
{
    lp_trace_step *trace = from->trace;
    uint32_t count = from->trace_count, setup = from->trace_setup;
    from->trace = NULL;
    from->trace_count = from->trace_setup = 0;
    to->trace = trace;
    to->trace_count = count;
    to->trace_setup = setup;
    to->memory = from->memory; // which its steps change
    from->memory = NULL;
}

static void leave_open(const job *j, lp_verdict *v, const char *why)
{
    lp_verdict_fini(v);
    lp_verdict_init(v);
    verdict_copy(&v->spec, j->spec->name);
    job_name_subject(j, v);
    verdict_decide(v, LP_UNKNOWN, "%s", why);
}

// What a search has found: true, if it is to be done again with a larger factor.
static bool raise_factor(const job *j, least_search *s, lp_verdict *found)
{
    minimal_relaxation *l = &s->least;
    if (found->outcome != LP_VIOLATED || found->violation != LP_VIOLATION_CONDITION)
        return false;
    if (!found->history) {
        leave_open(j, found, "a larger factor is needed, but what needs it was not found in time");
        return false;
    }
    lp_verdict_fini(&s->steps);
    lp_verdict_init(&s->steps);
    move_steps(found, &s->steps);
    if (!minimal_relaxation_raise(l, found, j->spec)) {
        move_steps(&s->steps, found);
        return false;
    }
    // Its verdict is with `l` now.
    if (!j->bounds.operations && !j->bounds.script && l->factor > LEAST_MOST) {
        leave_open(j, found,
                   "operations are not bounded, and there may be no factor that is enough");
        return false;
    }
    return true;
}

static bool judge_with(job *j, least_search *s, lp_verdict *found, bool *again)
{
    lp_verdict *out = j->out;
    j->out = found;
    bool ok = job_use_condition(j, s->least.judge) && job_judge(j);
    j->out = out;
    *again = ok && raise_factor(j, s, found);
    return ok;
}

// Of the file, whatever the verdict is.
static void move_warnings(lp_verdict *from, lp_verdict *to)
{
    to->warnings = from->warnings;
    to->warning_count = from->warning_count;
    from->warnings = NULL;
    from->warning_count = 0;
}

// The verdict says which factor it is; what needs it, and by which steps.
static void describe(job *j, least_search *s, lp_verdict *found)
{
    minimal_relaxation_describe(&s->least, found);
    if (found->outcome == LP_HOLDS || found->outcome == LP_UNKNOWN)
        move_steps(&s->steps, found);
    // A history that needs the factor, but holds with it, is not the verdict's.
    for (uint32_t i = 0; i < found->trace_count && !found->history; i++)
        found->trace[i].events = LP_NO_EVENT;
    move_warnings(j->out, found);
    lp_verdict_fini(j->out);
    *j->out = *found;
}

bool job_find_least(job *j)
{
    least_search s;
    const char *claimed = j->v->condition ? j->v->condition : "quasi";
    char *condition = memory_string_n(claimed, strcspn(claimed, ":"));
    bool ok = minimal_relaxation_init(&s.least, condition, j->e);
    lp_verdict found;
    lp_verdict_init(&found);
    lp_verdict_init(&s.steps);
    for (bool again = ok; again && ok;) {
        lp_verdict_fini(&found);
        lp_verdict_init(&found);
        ok = judge_with(j, &s, &found, &again);
    }
    if (ok)
        describe(j, &s, &found);
    else
        lp_verdict_fini(&found);
    judge_plan_fini(&j->plan);
    j->condition = NULL; // it is of `s`
    minimal_relaxation_fini(&s.least);
    lp_verdict_fini(&s.steps);
    free(condition);
    return ok;
}
