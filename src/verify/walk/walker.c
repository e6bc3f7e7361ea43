// SPDX-License-Identifier: MIT
// See walker.h. The checks, and their order, are those of search_worker.c.

#include "verify/walk/walker.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void walker_init(walker *k, search *q, worker *w)
{
    uint32_t cells = q->system->p->layout.cells;
    *k = (walker){.q = q, .w = w};
    heap_init(&k->heap, &q->system->p->layout, q->o.heap);
    k->here = memory_new(cells, sizeof *k->here);
    k->after = memory_new(cells, sizeof *k->after);
    k->next = memory_new(cells, sizeof *k->next);
}

void walker_fini(walker *k)
{
    heap_fini(&k->heap);
    free(k->here);
    free(k->after);
    free(k->next);
}

static size_t size_of(const walker *k)
{
    return k->q->system->p->layout.cells * sizeof *k->here;
}

static walk_made fails(walker *k, search_end end, const run *r)
{
    k->fail = (walk_failure){.end = end, .run = *r};
    return WALK_FAILED;
}

static void note_met(walker *k, const int32_t *measured)
{
    const invariant *all = k->q->system->m->reachables;
    int64_t ranks[MODEL_MAX_REACHABLE];
    for (uint64_t left = k->met; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        ranks[i] = extreme_rank(all[i].extreme, measured[i]);
    }
    extremes_merge(&k->reached, k->extremes, k->met, ranks);
}

// What is claimed of states, of the one in `next`.
static walk_made check_state(walker *k)
{
    const search *q = k->q;
    run r = {0};
    if (q->o.invariants && !worker_holds(k->w, k->next, 0, &r))
        return fails(k, SEARCH_INVARIANT, &r);
    int32_t measured[MODEL_MAX_REACHABLE] = {0};
    r.measured = measured;
    k->met = q->o.reachable ? q->system->c.reached(k->next, q->o.reachable, &r) : 0;
    r.measured = NULL;
    if (r.problem)
        return fails(k, SEARCH_INVARIANT, &r);
    note_met(k, measured);
    if (!worker_agrees(k->w, k->next, k->observed))
        return fails(k, SEARCH_PROBLEM, &(run){.problem = PROBLEM_DIFFERS});
    return WALK_MADE;
}

static walk_made arrive(walker *k)
{
    int32_t *before = k->here;
    walk_made made = check_state(k);
    k->here = k->next;
    k->next = before;
    return made;
}

walk_made walker_start(walker *k)
{
    run r;
    k->fail = (walk_failure){0};
    k->observed = k->q->property.start;
    system_start(k->q->system, k->after, &r);
    if (r.problem)
        return fails(k, SEARCH_PROBLEM, &r);
    heap_normalise(&k->heap, k->after, k->next);
    return arrive(k);
}

// Runs the move from `here` to `after`, as it is given or as it chooses.
static void try(walker *k, const move *given, run *r)
{
    run_reset(r);
    k->last = *given;
    memcpy(k->after, k->here, size_of(k));
    system_do(k->q->system, k->after, &k->last, r);
}

// A way that is not taken yet is the first one; so a move is run once more for each choice.
static bool try_chosen(walker *k, const move *given, walk_choose choose, void *context, run *r)
{
    for (uint32_t chosen = 0;;) {
        r->given = chosen;
        try(k, given, r);
        bool again = false;
        while (!again && chosen < r->used) {
            uint32_t picked;
            if (!choose(context, chosen, r->bound[chosen], &picked))
                return false;
            r->choice[chosen++] = picked;
            again = picked != 0;
        }
        if (!again)
            return true;
    }
}

walk_made walker_make(walker *k, const move *m, walk_choose choose, void *context)
{
    run r = {0};
    k->fail = (walk_failure){0};
    if (!try_chosen(k, m, choose, context, &r) || r.blocked)
        return WALK_BLOCKED;
    if (r.problem)
        return fails(k, SEARCH_PROBLEM, &r);
    k->last.lin = k->q->o.marks ? k->last.lin : 0;
    if (k->q->o.told)
        k->q->o.told(k->q->o.context,
                     &(seen_transition){.before = k->here, .after = k->after, .move = &k->last});
    uint32_t observed = worker_observe_move(k->w, k->observed, &k->last);
    if (observed == OBSERVED_VIOLATION || observed == OBSERVED_STOP)
        return fails(k, observed == OBSERVED_STOP ? SEARCH_LIMIT : SEARCH_VIOLATED, &r);
    k->observed = observed;
    heap_normalise(&k->heap, k->after, k->next);
    if (k->q->o.leaks && heap_leaks(&k->heap, k->after))
        return fails(k, SEARCH_PROBLEM, &(run){.problem = PROBLEM_LEAK});
    return arrive(k);
}

uint32_t walker_ways(walker *k, const move *m, uint32_t pick)
{
    run r = {0};
    uint32_t ways = 0;
    move picked = *m;
    do {
        try(k, m, &r);
        if (!r.blocked && ways++ == pick)
            picked = k->last;
    } while (run_next(&r));
    k->last = picked;
    return ways;
}

static bool idle(const walker *k)
{
    return system_obliged(k->q->system, k->here) == 0;
}

// Nothing has to happen any more: is all as it should be?
static walk_made end_here(walker *k)
{
    const search *q = k->q;
    run r = {0};
    if (q->o.find_stuck && !idle(k))
        return fails(k, SEARCH_STUCK, &r);
    uint64_t lacking = q->o.ends ? q->o.ends & ~q->system->c.ended(k->here, q->o.ends, &r) : 0;
    if (!r.problem && !lacking)
        return WALK_MADE;
    fails(k, SEARCH_ENDED, &r);
    while (!r.problem && !(lacking >> k->fail.condition & 1))
        k->fail.condition++;
    return WALK_FAILED;
}

// Is some move possible that somebody has to make; or, with `steps`, that is no call which nobody
// has to make?
static bool goes_on(walker *k, bool steps)
{
    const transition_system *s = k->q->system;
    bool offered = !(steps && s->optional);
    for (uint32_t t = 0; t < s->p->threads; t++) {
        move m;
        bool open = system_forced(s, k->here, t, &m);
        if (open && walker_ways(k, &m, 0))
            return true;
        for (uint32_t i = 0; !open && offered && i < s->offer_count; i++)
            if (!s->offers[i].fault && system_offers(s, k->here, t, i, &m) && walker_ways(k, &m, 0))
                return true;
    }
    return false;
}

walk_made walker_settle(walker *k)
{
    k->fail = (walk_failure){0};
    if (k->q->property.rests && !idle(k) && !goes_on(k, true) && !worker_rests(k->w, k->observed))
        return fails(k, SEARCH_STUCK, &(run){0});
    return goes_on(k, false) ? WALK_MADE : end_here(k);
}

uint64_t walker_hash(const walker *k)
{
    return XXH3_64bits(k->here, size_of(k));
}
