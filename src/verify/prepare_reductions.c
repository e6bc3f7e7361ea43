// SPDX-License-Identifier: MIT
// What the reductions have to find out about a system before it is searched.

#include "verify/job.h"

static void find_dead(job *j)
{
    // An observer that is asked for by its name may look at receipts.
    bool wanted = (j->o->reductions & REDUCE_MESSAGES) && !j->observer;
    j->dead = wanted ? dead_messages_new(&j->system, j->v, &j->bounds, j->orbits) : NULL;
}

void job_prepare_drawing(job *j)
{
    job_find_orbits(j);
    find_dead(j);
}

void job_prepare_reductions(job *j)
{
    job_find_scalarset(j);
    job_prepare_drawing(j);
}

void job_forget_reductions(job *j)
{
    scalarset_fini(&j->scalarset);
    orbit_plan_free(j->orbits);
    dead_messages_free(j->dead);
    j->orbits = NULL;
    j->dead = NULL;
}
