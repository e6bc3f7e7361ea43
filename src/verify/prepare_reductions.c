// SPDX-License-Identifier: MIT
// What the reductions have to find out about a system before it is searched.

#include "verify/job.h"

static void find_scalarset(job *j)
{
    j->scalarset = (scalarset){0};
    // What an action tells a history is not followed when values are renamed.
    if ((j->o->reductions & REDUCE_VALUES) && !j->o->scenario && !j->v->label_count &&
        j->o->heap == HEAP_CANONICAL)
        scalarset_find(&j->scalarset, j->system.p, j->v, j->spec && renaming_suits(j->spec));
}

void job_find_dead(job *j)
{
    // An observer that is asked for by its name may look at receipts.
    bool wanted = (j->o->reductions & REDUCE_MESSAGES) && !j->observer;
    j->dead = wanted ? dead_messages_new(&j->system, j->v, &j->bounds) : NULL;
}

void job_prepare_reductions(job *j)
{
    find_scalarset(j);
    job_find_dead(j);
}

void job_forget_reductions(job *j)
{
    scalarset_fini(&j->scalarset);
    dead_messages_free(j->dead);
    j->dead = NULL;
}
