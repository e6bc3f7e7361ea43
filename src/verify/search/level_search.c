// SPDX-License-Identifier: MIT
// Level by level: see level_search.h.

#include "verify/search/level_search.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "verify/search/search_worker.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = STORE_BATCH, LOOK_EVERY = 16, MANY_MOVES = 32, ALONE = 1000 };

static const double look_seconds = 0.05;

static uint32_t jobs_of(const search_options *o)
{
    uint32_t jobs = o->jobs ? o->jobs : processors();
    return jobs < SEARCH_MAX_JOBS ? jobs : SEARCH_MAX_JOBS;
}

// Components are interchangeable if nobody looks at them: not the front end (a
// scenario does), not the model, not the spec.
static bool interchangeable(const search *q)
{
    return (q->o.reductions & REDUCE_THREADS) && q->o.heap == HEAP_CANONICAL &&
           q->system->symmetric && q->system->p->threads > 1 &&
           (!q->property.event || q->property.reorder);
}

void search_init(search *q, const transition_system *s, property o, const search_options *options)
{
    *q = (search){.system = s, .property = o, .o = *options};
    q->symmetric = interchangeable(q);
    if (o.event && q->o.scalarset) {
        q->renamed = o.value_symmetric ? renaming_new(s, q->o.scalarset, &q->property) : NULL;
        q->o.scalarset = q->renamed ? q->o.scalarset : NULL;
    }
    if (o.event && !o.permute)
        q->o.orbits = NULL;
    q->worker_count = jobs_of(options);
    bool prune = (options->reductions & REDUCE_ANTICHAIN) && o.subsumes && !options->compact;
    packing_options shape = {.wide = options->wide,
                             .dense = options->heap == HEAP_CANONICAL,
                             .reserved = s->reserved,
                             .started = s->started,
                             .done = s->done};
    packing_init(&q->packing, s->p, &shape);
    q->seen = store_new(q->packing.words, q->packing.cut, q->worker_count,
                        prune ? worker_ask_subsumes : NULL);
    if (options->compact) {
        q->compact = compact_new();
        q->into = store_new(q->packing.words, q->packing.cut, q->worker_count, NULL);
    }
    pthread_mutex_init(&q->observing, NULL);
    pthread_mutex_init(&q->ending, NULL);
    q->workers = memory_new(q->worker_count, sizeof *q->workers);
    for (uint32_t i = 0; i < q->worker_count; i++)
        worker_init(&q->workers[i], q);
}

void search_fini(search *q)
{
    for (uint32_t i = 0; i < q->worker_count; i++)
        worker_fini(&q->workers[i]);
    free(q->workers);
    store_free(q->seen);
    store_free(q->into);
    compact_free(q->compact);
    packing_fini(&q->packing);
    renaming_free(q->renamed);
    free(q->levels);
    pthread_mutex_destroy(&q->observing);
    pthread_mutex_destroy(&q->ending);
}

void state_trail_clear(state_trail *t)
{
    for (size_t i = 0; i < t->count; i++)
        text_clear(&t->words[i]);
    t->count = 0;
}

void state_trail_fini(state_trail *t)
{
    for (size_t i = 0; i < t->word_capacity; i++)
        text_fini(&t->words[i]);
    free(t->words);
    free(t->cells);
}

worker *search_worker(search *q)
{
    return &q->workers[0];
}

uint32_t search_count(const search *q)
{
    return q->compact ? compact_count(q->compact) : store_count(q->seen);
}

uint32_t search_expanded(const search *q)
{
    uint32_t next = q->next, count = store_count(q->seen);
    return q->expanded + (next < count ? next : count);
}

uint64_t search_bytes(const search *q)
{
    return q->compact ? compact_bytes(q->compact) : store_bytes(q->seen);
}

uint32_t search_peak(const search *q)
{
    uint32_t peak = 0;
    for (uint32_t i = 0; i < q->worker_count; i++)
        peak = q->workers[i].peak > peak ? q->workers[i].peak : peak;
    return peak;
}

uint32_t search_level(const search *q, uint32_t number)
{
    uint32_t level = q->depth;
    while (q->levels[level] > number)
        level--;
    return level;
}

static bool look(search *q)
{
    limits *l = q->o.limits;
    if (q->o.course)
        course_note(q->o.course, clock_seconds(), search_count(q));
    if (limits_reached(l) || (q->o.most && search_count(q) > q->o.most)) {
        pthread_mutex_lock(&q->ending);
        if (!q->stopped)
            q->end = SEARCH_LIMIT;
        q->stopped = true;
        pthread_mutex_unlock(&q->ending);
        return false;
    }
    if (limits_progress_due(l)) {
        uint32_t count = search_count(q), done = search_expanded(q);
        limits_progress(l, "%u states, %.0f per second, depth %u, %u to do, %.0f MB", count,
                        count / (clock_seconds() - l->started + 1e-9), q->depth, count - done,
                        (double)memory_resident() / 1e6);
    }
    return true;
}

// Some models take milliseconds for a state. To ask for the time costs little beside many moves, or a batch.
bool search_look_if_late(search *q)
{
    double now = clock_seconds();
    if (now - q->looked <= look_seconds)
        return true;
    q->looked = now;
    return look(q);
}

typedef struct level {
    search *q;
    uint32_t end;
} level;

static void enter(worker *w)
{
    store_enter(w->view);
    if (w->into != w->view)
        store_enter(w->into);
}

static void leave(worker *w)
{
    if (w->into != w->view)
        store_leave(w->into);
    store_leave(w->view);
}

static void work(void *context, uint32_t number)
{
    level *v = context;
    search *q = v->q;
    worker *w = &q->workers[number];
    for (uint32_t turn = 0; !q->stopped; turn++) {
        if (number == 0 && turn % LOOK_EVERY == 0 && !look(q))
            return;
        if (number == 0)
            search_look_if_late(q);
        uint32_t from = atomic_fetch_add(&q->next, BATCH);
        uint32_t to = from + BATCH < v->end ? from + BATCH : v->end;
        if (from >= v->end)
            return;
        enter(w);
        store_fetch(w->view, from, to - from);
        for (uint32_t i = from; i < to && !q->stopped; i++) {
            worker_expand(w, i);
            if (number == 0 && w->moves >= MANY_MOVES)
                search_look_if_late(q);
        }
        worker_flush(w);
        leave(w);
    }
}

static bool enter_start(search *q)
{
    worker *w = &q->workers[0];
    system_start(q->system, w->cells, &q->run);
    if (q->run.problem) {
        q->end = SEARCH_PROBLEM;
        return false;
    }
    if (q->property.start == OBSERVED_STOP) {
        q->end = SEARCH_LIMIT;
        return false;
    }
    uint32_t first;
    bool fresh;
    enter(w);
    bool fits = worker_enter(w, w->cells, q->property.start, &first, &fresh);
    leave(w);
    if (!fits)
        q->end = SEARCH_WIDE;
    if (fits && ((q->o.invariants && !worker_holds(w, w->normal, 0, &q->run)) ||
                 (q->o.reachable && !worker_reaches(w, w->normal, first, &q->run)))) {
        q->end = SEARCH_INVARIANT;
        return false;
    }
    return fits;
}

static void begin_level(search *q, uint32_t first)
{
    MEMORY_GROW(q->levels, q->level_capacity, (size_t)q->depth + 1);
    q->levels[q->depth] = first;
    q->next = first;
}

// Hash compaction: the level that was expanded is forgotten.
static void forget_level(search *q)
{
    q->expanded += store_count(q->seen);
    store_free(q->seen);
    q->seen = q->into;
    q->into = store_new(q->packing.words, q->packing.cut, q->worker_count, NULL);
    for (uint32_t i = 0; i < q->worker_count; i++)
        worker_advance(&q->workers[i]);
}

// False: there is no next one.
static bool next_level(search *q, uint32_t end)
{
    if (q->compact ? store_count(q->into) == 0 : search_count(q) == end)
        return false;
    q->depth++;
    if (q->compact)
        forget_level(q);
    begin_level(q, q->compact ? 0 : end);
    return true;
}

static void end_course(search *q)
{
    if (q->o.course)
        course_end(q->o.course, clock_seconds(), search_count(q), search_count(q));
}

void search_run(search *q)
{
    if (q->o.course)
        course_begin(q->o.course);
    if (!enter_start(q))
        return;
    if (q->compact)
        forget_level(q);
    begin_level(q, 0);
    for (;;) {
        level v = {q, store_count(q->seen)};
        uint32_t size = v.end - q->levels[q->depth];
        if (q->o.graph)
            graph_level_begin(q->o.graph, v.end);
        if (size < ALONE)
            work(&v, 0);
        else
            parallel(q->worker_count, work, &v);
        if (!q->stopped && q->o.graph) {
            graph_level_end(q->o.graph);
            if (!q->o.looked_at(q->o.looker, q))
                break;
        }
        if (!q->stopped && q->o.looks && claim_looks_exposed(q->o.looks)) {
            q->end = SEARCH_EXPOSED;
            break;
        }
        if (q->stopped || !next_level(q, v.end))
            break;
    }
    for (uint32_t i = 0; i < q->worker_count; i++)
        q->transitions += q->workers[i].transitions;
    end_course(q);
}
