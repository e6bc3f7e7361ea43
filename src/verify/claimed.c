// SPDX-License-Identifier: MIT
// What is claimed of histories, by name: for the judge, and for the verdict.

#include "judge/evidence/verdict.h"
#include "verify/find_progress.h"
#include "verify/job.h"

#include <stdlib.h>

claim job_claim(const job *j)
{
    return j->o->no_spec ? CLAIM_NOTHING : j->condition ? CLAIM_CONDITION : j->v->claim;
}

const char *job_condition(const job *j)
{
    return j->condition ? j->condition->name : claim_name(job_claim(j));
}

bool job_use_condition(job *j, const judge *condition)
{
    error wrong = {0};
    j->condition = condition;
    judge_plan_fini(&j->plan);
    return judge_plan_init(&j->plan, condition, j->spec, &wrong) ||
           source_error(&j->m->source, j->e,
                        j->v->condition ? j->v->condition_at : j->v->refines_at, NULL, "%s",
                        wrong.message);
}

bool job_find_condition(job *j)
{
    if (job_claim(j) != CLAIM_CONDITION || j->condition)
        return true;
    const judge *condition = judge_find(j->v->condition, j->e);
    return condition && job_use_condition(j, condition);
}

bool job_judged_whole(const job *j)
{
    return j->condition && condition_way_of(&j->plan) != CONDITION_MONITORED;
}

void job_name_subject(const job *j, lp_verdict *out)
{
    uint32_t line, column;
    source_position(&j->m->source, j->v->object_at, &line, &column);
    verdict_set(&out->subject, "%s (%s)", j->v->object, j->m->source.file);
    verdict_set(&out->claimed, "%s:%u:%u", j->m->source.file, line, column);
}

void job_name_claim(job *j)
{
    lp_verdict *out = j->out;
    const instance *v = j->v;
    char *written = job_claim(j) == CLAIM_TEMPORAL
                        ? source_excerpt(&j->m->source, v->temporal.at, v->temporal.end)
                        : NULL;
    const char *claimed = written                          ? written
                          : job_claim(j) == CLAIM_PROGRESS ? progress_name(v->progress)
                                                           : job_condition(j);
    verdict_copy(&out->condition, j->observer ? j->observer->name
                                  : claimed   ? claimed
                                  : v->subject->simulates
                                      ? j->o->traces ? "traces included" : "simulation"
                                      : "free of errors");
    free(written);
    if (j->spec || v->implements)
        verdict_copy(&out->spec, j->spec ? j->spec->name : v->implements);
    job_name_subject(j, out);
    verdict_set(&out->judge, "%s, %s heap",
                j->o->walk.steps ? "random walks" : "breadth-first search",
                heap_form_name(j->o->heap));
    if (j->o->scenario) {
        text t = {0};
        scenario_print(j->pool, j->o->scenario, &t);
        verdict_copy(&out->scenario, t.bytes);
        text_fini(&t);
    }
}
