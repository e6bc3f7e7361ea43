// SPDX-License-Identifier: MIT
// What a search is about: the system, what it is compared with, and the property.

#include "verify/job.h"

bool job_compile(job *j)
{
    const instance *v = j->v;
    bool traces = v->implements && v->refinement == REFINE_TRACES;
    // What is looked at after the search has as many states as the verdict says.
    bool events = v->implements || v->divergencefree || v->deterministic;
    j->bounds.view = job_view(j, events ? VIEW_EVENTS : VIEW_STATES);
    if (!system_init(&j->system, j->v, &j->bounds, j->pool, j->e))
        return false;
    if (!traces)
        return true;
    j->compared = comparison_new(j->v, &j->bounds, &j->system, j->pool, j->e);
    if (!j->compared)
        system_fini(&j->system);
    return j->compared != NULL;
}

void job_forget_system(job *j)
{
    comparison_free(j->compared);
    j->compared = NULL;
    system_fini(&j->system);
}

static uint32_t scripted_calls(const scenario *s)
{
    uint32_t calls = s ? s->before.count + s->after.count : 0;
    for (uint32_t i = 0; s && i < s->thread_count; i++)
        calls += s->threads[i].count;
    return calls;
}

void job_start_property(job *j)
{
    claim_options o = {
        .claim = job_claim(j),
        .points = j->v->points && !j->o->no_points && !j->marks_wrong,
        .spec = j->spec,
        .spec_methods = j->spec_methods,
        .condition = j->condition,
        .plan = &j->plan,
        .v = j->v,
        .calls = scripted_calls(j->bounds.script),
        // An automaton has no clients: it bounds what it calls itself, or is endless.
        .bounded = j->bounds.operations || j->bounds.script || j->v->subject->is_automaton,
        .limits = j->o->limits};
    // Failures are looked at after the search: see find_refinement.c.
    if (j->v->refinement != REFINE_TRACES)
        o.claim = CLAIM_NOTHING;
    if (j->compared && j->traces_hold)
        comparison_settle(j->compared, j->sets);
    j->property = j->compared   ? comparison_property(j->compared, j->o->limits)
                  : j->observer ? j->observer->start(&j->system)
                                : claim_property(&o, &j->system);
}
