// SPDX-License-Identifier: MIT
// What may be renamed in the states of an instance: values that are mere data, and names of enums
// that an automaton treats alike.

#include "verify/job.h"
#include "verify/related_states.h"

void job_find_scalarset(job *j)
{
    j->scalarset = (scalarset){0};
    // What an action tells a history, or an automaton that is compared with, is not followed when
    // values are renamed.
    // Terms hold values that nobody renames.
    if ((j->o->reductions & REDUCE_VALUES) && !j->v->process && !j->o->scenario &&
        !j->v->label_count && !j->v->implements && j->o->heap == HEAP_CANONICAL)
        scalarset_find(&j->scalarset, j->system.p, j->v, j->spec && renaming_suits(j->spec));
}

// Renaming both values and names would take all ways of doing both: the one that has more does it.
void job_find_orbits(job *j)
{
    static const uint32_t ways[SCALARSET_MAX_VALUES + 1] = {1, 1, 2, 6, 24};
    enum_symmetry found;
    j->orbits = NULL;
    if (!(j->o->reductions & REDUCE_COMPONENTS) || !j->v->subject->is_automaton || j->v->process ||
        j->o->heap != HEAP_CANONICAL)
        return;
    // What is compared has to be renamed as well.
    if (j->compared && (!j->v->against->is_automaton || j->v->against_process))
        return;
    enum_symmetry_find(&found, j->system.p, j->v);
    if (j->related)
        related_cut(j->related, j, &found);
    if (j->compared)
        comparison_cut(j->compared, &found);
    j->orbits = orbit_plan_new(j->system.p, &found);
    if (!j->orbits)
        return;
    if (j->orbits->orders > ways[j->scalarset.count] &&
        (!j->compared || comparison_follow(j->compared, j->orbits))) {
        j->scalarset.count = 0;
        return;
    }
    orbit_plan_free(j->orbits);
    j->orbits = NULL;
}
