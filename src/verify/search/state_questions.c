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

// What holds for the first time, and the ints that are less, or greater, than in all states before.
// Levels come one after the other, so no shorter way leads to a state with the same value.
static uint64_t news_of(const search *q, uint64_t here, const int32_t *measured)
{
    const invariant *all = q->system->m->reachables;
    uint64_t found = here & ~q->reached;
    for (uint64_t left = here & ~found; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        found |= (uint64_t)(extreme_rank(all[i].extreme, measured[i]) < q->extremes[i]) << i;
    }
    return found;
}

bool worker_reaches(const worker *w, const int32_t *cells, uint32_t number, run *r)
{
    search *q = w->q;
    const invariant *all = q->system->m->reachables;
    int32_t measured[MODEL_MAX_REACHABLE] = {0}; // conditions that are no ints stay 0
    *r = (run){.measured = measured};
    uint64_t here = q->system->c.reached(cells, q->o.reachable, r);
    r->measured = NULL;
    if (r->problem || !news_of(q, here, measured))
        return !r->problem;
    pthread_mutex_lock(&q->ending);
    for (uint64_t news = news_of(q, here, measured); news; news &= news - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(news);
        q->reached_at[i] = number;
        q->extremes[i] = extreme_rank(all[i].extreme, measured[i]);
    }
    q->reached |= here; // last: who sees this bit reads a rank
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
