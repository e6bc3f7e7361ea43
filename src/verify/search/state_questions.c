// SPDX-License-Identifier: MIT
// What is asked of a state that was entered or expanded: see search_worker.h.

#include "verify/search/search_worker.h"

bool worker_holds(const worker *w, const int32_t *cells, uint64_t held, run *r)
{
    *r = (run){.looked = w->looked, .held = held};
    w->q->system->c.invariant(cells, r);
    if (w->looked)
        claim_looks_note(w->q->o.looks, w->looker, w->looked, NULL, cells);
    return !r->problem;
}

bool worker_reaches(const worker *w, const int32_t *cells, uint32_t number, run *r)
{
    search *q = w->q;
    *r = (run){0};
    uint64_t here = q->system->c.reached(cells, q->o.reachable, r);
    if (r->problem || !(here & ~q->reached))
        return !r->problem;
    pthread_mutex_lock(&q->ending);
    for (uint32_t i = 0; i < MODEL_MAX_REACHABLE; i++)
        if ((here & ~q->reached) >> i & 1)
            q->reached_at[i] = number;
    q->reached |= here;
    pthread_mutex_unlock(&q->ending);
    return true;
}

bool worker_agrees(const worker *w, const int32_t *cells, uint32_t observed)
{
    const property *o = &w->q->property;
    if (!o->agrees || !worker_idle(w, cells))
        return true;
    pthread_mutex_lock(&w->q->observing);
    bool right = o->agrees(o->context, observed, cells);
    pthread_mutex_unlock(&w->q->observing);
    return right;
}

bool worker_leaks(const worker *w, const int32_t *cells)
{
    return heap_leaks(&w->canon.heap, cells);
}

bool worker_rests(const worker *w, uint32_t observed)
{
    search *q = w->q;
    pthread_mutex_lock(&q->observing);
    bool right = !q->property.rests || q->property.rests(q->property.context, observed);
    pthread_mutex_unlock(&q->observing);
    return right;
}

void worker_keep_traits(worker *w)
{
    const search *q = w->q;
    const graph_reader *read = &q->o.graph->read;
    run r = {0}; // it did not fail when the state was entered
    uint64_t holds =
        read->conditions ? q->system->c.reached(w->cells, read->conditions, &r) >> read->shift : 0;
    graph_state_end(w->writer, w->current, holds);
}
