// SPDX-License-Identifier: MIT
// See random_walks.h.

#include "verify/walk/random_walks.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "verify/walk/shorten_walk.h"
#include "verify/walk/walk_sampler.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROUND = 8, LARGEST_ROUND = 128, LOOK_EVERY = 128 };

// A walk of the round.
typedef struct round_walk {
    walk_cover cover;
    walk_failure fail;
    way way;  // of one that fails
    bool cut; // by the limits
} round_walk;

typedef struct walking {
    search *q;
    const walk_options *o;
    random_walks *out;
    walker *walkers; // one for each thread
    walk_sampler *samplers;
    way *ways;
    round_walk slots[LARGEST_ROUND];
    uint64_t first; // the number of the first walk of the round
    uint32_t size;  // of the round
    _Atomic uint32_t next;
    _Atomic uint32_t failed; // the first slot that fails: those behind it do not matter
    _Atomic uint64_t steps;  // for those who watch
} walking;

static bool choose_at_random(void *context, uint32_t i, uint32_t bound, uint32_t *out)
{
    (void)i;
    *out = (uint32_t)rng_below(context, bound);
    return true;
}

// Those of a move that is known.
static bool choose_as_picked(void *context, uint32_t i, uint32_t bound, uint32_t *out)
{
    const move *m = context;
    *out = m->choice[i];
    return *out < bound;
}

// Where some ways of a move are blocked, one of the others.
static walk_made make_unblocked(walker *k, const move *m, rng *random)
{
    uint32_t ways = walker_ways(k, m, 0);
    if (!ways)
        return WALK_BLOCKED;
    walker_ways(k, m, (uint32_t)rng_below(random, ways));
    move picked = k->last;
    return walker_make(k, m, choose_as_picked, &picked);
}

static bool look(walking *w)
{
    limits *l = w->q->o.limits;
    if (limits_reached(l)) {
        w->q->stopped = true;
        return false;
    }
    if (limits_progress_due(l))
        limits_progress(l, "%.0f steps, %.0f walks, %.0f steps per second", (double)w->steps,
                        (double)w->first + w->next,
                        (double)w->steps / (clock_seconds() - l->started + 1e-9));
    return true;
}

// Does it matter whether anything but a fault is possible?
static bool must_settle(const search *q, const walk_sampler *p)
{
    bool faults = false;
    for (uint32_t i = 0; (q->o.find_stuck || q->o.ends) && i < p->count; i++)
        faults |= p->moves[i].kind == LABEL_ACTION && q->system->offers[p->moves[i].offer].fault;
    return faults || q->property.rests;
}

// One step. WALK_BLOCKED: nothing is possible.
static walk_made step(walking *w, walker *k, walk_sampler *p)
{
    uint32_t which;
    sampler_gather(p, k->here);
    if (must_settle(w->q, p) && walker_settle(k) != WALK_MADE)
        return WALK_FAILED;
    while (sampler_pick(p, &which)) {
        walk_made made = walker_make(k, &p->moves[which], choose_at_random, &p->random);
        if (made == WALK_BLOCKED && k->last.used)
            made = make_unblocked(k, &p->moves[which], &p->random);
        if (made != WALK_BLOCKED)
            return made;
        sampler_remove(p, which);
    }
    return walker_settle(k) == WALK_MADE ? WALK_BLOCKED : WALK_FAILED;
}

static bool begins(const move *m)
{
    return m->kind == LABEL_CALL || m->kind == LABEL_ACTION;
}

// Where it fails before it has moved on from a state, no move is to blame.
static bool at_rest(const walk_failure *f)
{
    return f->end == SEARCH_STUCK || f->end == SEARCH_ENDED;
}

// False: it is given up, by the limits or because a walk before it fails.
static bool walk_on(walking *w, uint32_t thread, uint32_t number)
{
    walker *k = &w->walkers[thread];
    round_walk *s = &w->slots[number];
    way *moves = &w->ways[thread];
    walk_made made = walker_start(k);
    bool wanted = true;
    moves->count = 0;
    while (made == WALK_MADE && wanted) {
        sketch_add(&s->cover.states, walker_hash(k));
        if (moves->count >= w->o->length)
            break;
        made = step(w, k, &w->samplers[thread]);
        if (made == WALK_BLOCKED || (made == WALK_FAILED && at_rest(&k->fail)))
            break;
        way_add(moves, &k->last, true);
        s->cover.taken[k->last.method] += begins(&k->last);
        if (moves->count % LOOK_EVERY == 0) {
            w->steps += LOOK_EVERY;
            wanted = look(w) && w->failed >= number;
        }
    }
    w->steps += moves->count % LOOK_EVERY;
    s->cover.steps = moves->count;
    s->cover.reached = k->reached;
    memcpy(s->cover.extremes, k->extremes, sizeof k->extremes);
    s->cover.ended = made == WALK_BLOCKED;
    s->fail = made == WALK_FAILED ? k->fail : (walk_failure){0};
    return wanted;
}

static void keep_way(round_walk *s, const way *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        way_add(&s->way, &from->moves[i], true);
}

static void note_failure(walking *w, uint32_t number)
{
    uint32_t first = w->failed;
    while (number < first && !atomic_compare_exchange_weak(&w->failed, &first, number))
        ;
}

// The walks of a round that nobody else has begun.
static void work(void *context, uint32_t thread)
{
    walking *w = context;
    for (uint32_t i; (i = w->next++) < w->size && w->failed > i;) {
        round_walk *s = &w->slots[i];
        w->walkers[thread].reached = 0;
        sampler_begin(&w->samplers[thread], w->o->seed, w->first + i);
        s->cut = !look(w) || !walk_on(w, thread, i);
        if (s->fail.end == SEARCH_COMPLETE)
            continue;
        keep_way(s, &w->ways[thread]);
        note_failure(w, i);
    }
}

static void clear_slots(walking *w)
{
    uint32_t methods = w->q->system->p->routine_count;
    for (uint32_t i = 0; i < w->size; i++) {
        round_walk *s = &w->slots[i];
        uint64_t *taken = s->cover.taken ? s->cover.taken : memory_new(methods + 1, sizeof *taken);
        memset(taken, 0, methods * sizeof *taken);
        s->cover = (walk_cover){.taken = taken};
        s->fail = (walk_failure){0};
        s->way.count = 0;
        s->cut = true;
    }
}

// What was found becomes what the search has found.
static void fail(walking *w, uint32_t number)
{
    search *q = w->q;
    round_walk *s = &w->slots[number];
    random_walks *r = w->out;
    q->end = s->fail.end;
    q->run = s->fail.run;
    q->unmet = s->fail.condition;
    r->failed = w->first + number;
    r->failed_steps = s->way.count;
    if (q->end == SEARCH_LIMIT)
        return;
    r->found = s->way;
    s->way = (way){0};
    walk_shorten(&w->walkers[0], &r->found, &s->fail, q->o.limits);
    q->found = &r->found;
}

// In the order of their numbers. False: it is over.
static bool look_at_round(walking *w)
{
    walk_statistics *all = w->out->covered;
    for (uint32_t i = 0; i < w->size; i++) {
        round_walk *s = &w->slots[i];
        if (s->cover.steps || !s->cut)
            walk_statistics_add(all, &s->cover);
        if (s->fail.end != SEARCH_COMPLETE) {
            fail(w, i);
            return false;
        }
        if (!s->cut && all->all.steps >= w->o->steps)
            return false;
    }
    w->first += w->size;
    if (w->q->o.course)
        course_note_walks(w->q->o.course, clock_seconds(), (double)all->walks,
                          sketch_estimate(&all->all.states));
    if (w->q->stopped)
        w->q->end = SEARCH_LIMIT;
    // Where nothing is possible at the start, steps do not become more.
    return !w->q->stopped && !w->o->one && all->deepest;
}

// As many as are likely to be needed: what is walked too much is not looked at.
static uint32_t round_size(const walking *w)
{
    const walk_statistics *all = w->out->covered;
    if (w->o->one || !all->walks)
        return w->o->one ? 1 : FIRST_ROUND;
    uint64_t left = w->o->steps - all->all.steps;
    uint64_t walks = left / (all->all.steps / all->walks + 1) + 1;
    uint64_t most = 4 * all->walks < LARGEST_ROUND ? 4 * all->walks : LARGEST_ROUND;
    return (uint32_t)(walks < most ? walks : most);
}

static void release(walking *w)
{
    for (uint32_t i = 0; i < LARGEST_ROUND; i++) {
        free(w->slots[i].cover.taken);
        way_fini(&w->slots[i].way);
    }
    for (uint32_t i = 0; i < w->q->worker_count; i++) {
        walker_fini(&w->walkers[i]);
        sampler_fini(&w->samplers[i]);
        way_fini(&w->ways[i]);
    }
    free(w->walkers);
    free(w->samplers);
    free(w->ways);
    free(w);
}

random_walks *random_walks_run(search *q, const walk_options *o)
{
    walking *w = memory_new(1, sizeof *w);
    w->q = q;
    w->o = o;
    w->out = memory_new(1, sizeof *w->out);
    w->out->covered = walk_statistics_new(q->system->p->routine_count);
    w->walkers = memory_new(q->worker_count, sizeof *w->walkers);
    w->samplers = memory_new(q->worker_count, sizeof *w->samplers);
    w->ways = memory_new(q->worker_count, sizeof *w->ways);
    for (uint32_t i = 0; i < q->worker_count; i++) {
        walker_init(&w->walkers[i], q, &q->workers[i]);
        sampler_init(&w->samplers[i], q->system);
    }
    w->first = o->one ? o->number : 0;
    if (q->o.course)
        course_begin(q->o.course);
    do {
        w->size = round_size(w);
        w->next = 0;
        w->failed = UINT32_MAX;
        clear_slots(w);
        parallel(w->size < q->worker_count ? w->size : q->worker_count, work, w);
    } while (look_at_round(w));
    random_walks *out = w->out;
    if (q->o.course)
        course_end(q->o.course, clock_seconds(), (double)out->covered->walks,
                   sketch_estimate(&out->covered->all.states));
    release(w);
    return out;
}

void random_walks_free(random_walks *r)
{
    if (!r)
        return;
    walk_statistics_free(r->covered);
    way_fini(&r->found);
    free(r);
}
