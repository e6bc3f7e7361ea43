// SPDX-License-Identifier: MIT
// After a search that found nothing wrong: operations that never return although threads can
// go on.

#include "verify/find_progress.h"
#include "verify/search/partial_deadlock.h"
#include "verify/search/state_edges.h"
#include "verify/temporal/find_lasso.h"

typedef struct candidate {
    job *j;
    bool symmetric, any;
    uint32_t state; // the earliest
} candidate;

static bool matters(void *context, uint32_t observed)
{
    const candidate *c = context;
    const property *p = &c->j->property;
    return p->rests && !p->rests(p->context, observed);
}

// With thread symmetry one is enough: who it is has to be found out without it.
static bool found(void *context, uint32_t state, uint32_t observed)
{
    (void)observed;
    candidate *c = context;
    c->state = !c->any || state < c->state ? state : c->state;
    c->any = true;
    return !c->symmetric;
}

// By Definition 9 of Lawrence and Lowe a divergent state refuses every return.
static bool find_spinning(job *j, search *q)
{
    if (job_claim(j) != CLAIM_PROGRESSIBLE ||
        (j->o->assumed != SCHEDULING_MINIMAL && !divergence_possible(q->system->p)))
        return false;
    candidate c = {.j = j, .symmetric = q->symmetric};
    divergence_options o = {.assumed = q->symmetric && j->o->assumed != SCHEDULING_MINIMAL
                                           ? SCHEDULING_WAKEUPS
                                           : j->o->assumed,
                            .calls = !q->system->optional,
                            .matters = matters,
                            .found = found,
                            .context = &c,
                            .lap = q->symmetric ? NULL : &j->lap};
    divergence_end end = divergence_find(q, &o);
    if (end == DIVERGENCE_DONE && c.any && q->symmetric) {
        j->named = true;
        return true;
    }
    if (end != DIVERGENCE_DONE) {
        edges_give_up(q, end == DIVERGENCE_FAULT);
    } else if (c.any) {
        q->end = SEARCH_STUCK;
        q->stuck = STUCK_SPINNING;
        q->last = c.state;
        q->lap = j->lap.states;
        q->lap_count = j->lap.count;
    }
    return false;
}

static void find_waiting(job *j, search *q)
{
    uint32_t state;
    if (!j->v->deadlockfree)
        return;
    deadlock_end end = partial_deadlock_find(q, &state);
    if (end == DEADLOCK_LIMIT || end == DEADLOCK_FAULT) {
        edges_give_up(q, end == DEADLOCK_FAULT);
    } else if (end == DEADLOCK_FOUND) {
        q->end = SEARCH_STUCK;
        q->stuck = STUCK_SOME;
        q->last = state;
    }
}

bool job_find_stuck(job *j, search *q)
{
    if (q->end != SEARCH_COMPLETE || q->compact || j->walks || !j->property.start)
        return false;
    if (j->lassos)
        lasso_finder_complete(j->lassos, q);
    if (q->end != SEARCH_COMPLETE)
        return false;
    if (job_claim(j) == CLAIM_PROGRESS)
        job_find_progress(j, q);
    else
        find_waiting(j, q);
    return q->end == SEARCH_COMPLETE && find_spinning(j, q);
}
