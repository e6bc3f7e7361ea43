// SPDX-License-Identifier: MIT
// Finding the way back from the last state to the start, level by level, and
// then going from the start to the last state, in the original names of threads:
// from each state the way is taken whose canonical form is the next one stored.

#include "verify/counterexample/path_replay.h"

#include "base/memory.h"
#include "verify/counterexample/counterexample.h"
#include "verify/counterexample/switch_reduction.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 256 }; // states

typedef struct replayer {
    search *q;
    limits *limits;
    uint32_t looked_at; // states
    worker *w;
    heap heap;
    int32_t *cells, *before; // where we are, and were
    uint32_t observed;
    way way;             // to here
    uint32_t stem;       // moves before those that lead round
    int32_t *stem_cells; // where they begin

    // What is looked for: a way to this state, or one that ends as the search did.
    bool last;
    bool any;       // which fails in any way: other components than in the search may fail first
    uint64_t *want; // as words
    uint32_t want_observed;
    bool found;
    uint32_t observed_after;
    move path[SUCCESSORS_MAX_PATH];
    uint32_t path_count;
} replayer;

static bool leads_to(replayer *y, const int32_t *after, uint32_t observed)
{
    return worker_make(y->w, after, &observed) && observed == y->want_observed &&
           memcmp(y->w->words, y->want, y->q->packing.words * sizeof *y->want) == 0;
}

// Is it as the search says? Or else, if any will do, what is said of it from now on.
static bool same_failure(const replayer *y, const run *r)
{
    run *told = &y->q->run;
    if (y->any && r->problem)
        *told = *r;
    return r->problem == told->problem && r->where == told->where;
}

static bool breaks_invariant(const replayer *y, const int32_t *after)
{
    const search *q = y->q;
    run r = {0};
    if (y->w->filter)
        after = dead_filter_apply(y->w->filter, after);
    q->system->c.invariant(after, &r);
    if (!r.problem && q->o.reachable)
        q->system->c.reached(after, q->o.reachable, &r);
    return same_failure(y, &r);
}

static bool differs(replayer *y, const int32_t *after, uint32_t observed)
{
    const property *o = &y->q->property;
    uint32_t made = observed;
    if (observed == OBSERVED_VIOLATION || !worker_make(y->w, after, &made))
        return false;
    return system_obliged(y->q->system, y->w->normal) == 0 &&
           !o->agrees(o->context, observed, y->w->normal);
}

static bool leaks(replayer *y, const int32_t *after, uint32_t observed)
{
    return worker_make(y->w, after, &observed) && worker_leaks(y->w, after);
}

static bool visit(void *context, const successors *path, const int32_t *after)
{
    replayer *y = context;
    const search *q = y->q;
    uint32_t observed = path->run.problem ? 0 : worker_observe(y->w, y->observed, path);
    bool fits;
    if (y->last && q->end == SEARCH_INVARIANT)
        fits = !path->run.problem && breaks_invariant(y, after);
    else if (y->last && q->run.problem == PROBLEM_LEAK)
        fits = !path->run.problem && observed != OBSERVED_VIOLATION && leaks(y, after, observed);
    else if (y->last && q->run.problem == PROBLEM_DIFFERS)
        fits = !path->run.problem && differs(y, after, observed);
    else if (y->last && q->end == SEARCH_PROBLEM)
        fits = same_failure(y, &path->run);
    else if (y->last)
        fits = !path->run.problem && observed == OBSERVED_VIOLATION;
    else
        fits = !path->run.problem && observed != OBSERVED_VIOLATION && observed != OBSERVED_STOP &&
               leads_to(y, after, observed);
    if (!fits)
        return true;
    y->found = true;
    y->observed_after = observed;
    y->path_count = path->path_count;
    memcpy(y->path, path->path, path->path_count * sizeof *path->path);
    return false;
}

static bool look_from(replayer *y, const int32_t *cells)
{
    y->found = false;
    successors_expand(worker_successors(y->w), cells, visit, y);
    return y->found;
}

static bool stops(replayer *y, uint32_t level)
{
    if (y->looked_at++ % LOOK_EVERY != 0)
        return false;
    if (limits_progress_due(y->limits))
        limits_progress(y->limits, "found something; looking for the way there, at step %u of %u",
                        y->q->depth - level, y->q->depth);
    return limits_reached(y->limits);
}

// A state of the level before that leads to this one. False: the limits, or there is none.
static bool find_parent(replayer *y, uint32_t number, uint32_t *parent)
{
    search *q = y->q;
    uint32_t level = search_level(q, number);
    y->want_observed = store_get(y->w->view, number, y->want);
    for (uint32_t n = q->levels[level - 1]; n < q->levels[level] && !stops(y, level); n++) {
        y->observed = worker_get(y->w, n, y->w->cells);
        if (look_from(y, y->w->cells)) {
            *parent = n;
            return true;
        }
    }
    return false;
}

// Receives dead messages that stand in the way: see dead_messages.h. False: there are none.
static bool receive_dead(replayer *y, bool all)
{
    move m;
    bool any = false;
    for (; y->w->filter && dead_filter_receive(y->w->filter, y->cells, all, &m); any = true)
        way_add(&y->way, &m, true);
    return any;
}

// Goes the way that was found.
static bool go(replayer *y)
{
    const transition_system *s = y->q->system;
    size_t size = s->p->layout.cells * sizeof *y->cells;
    for (uint32_t i = 0; i < y->path_count; i++) {
        move m = y->path[i];
        run r = {.given = m.used};
        memcpy(r.choice, m.choice, sizeof r.choice);
        bool ends = i + 1 == y->path_count;
        if (y->last && ends) // what was before the last move
            heap_normalise(&y->heap, y->cells, y->before);
        system_do(s, y->cells, &m, &r);
        way_add(&y->way, &m, ends);
        if (r.problem)
            return y->last && ends;
    }
    receive_dead(y, y->q->o.dead && dead_messages_claimed(y->q->o.dead));
    if (y->last)
        return true;
    memcpy(y->before, y->cells, size);
    heap_normalise(&y->heap, y->before, y->cells);
    y->observed = y->observed_after;
    return true;
}

// From where we are. Dead messages that were left in their channels may take the room that further
// ones need: the search had none of them.
static bool look_on(replayer *y)
{
    return look_from(y, y->cells) || (receive_dead(y, true) && look_from(y, y->cells));
}

static bool go_to(replayer *y, uint32_t number)
{
    y->want_observed = store_get(y->w->view, number, y->want);
    return look_on(y) && go(y);
}

static bool find_last(replayer *y)
{
    y->last = true;
    if (look_on(y))
        return true;
    y->any = y->q->o.orbits != NULL;
    return y->any && look_from(y, y->cells);
}

static bool follow(replayer *y, const uint32_t *path, size_t count)
{
    search *q = y->q;
    run r;
    y->observed = q->property.start;
    system_start(q->system, y->before, &r);
    heap_normalise(&y->heap, y->before, y->cells);
    for (size_t i = count - 1; i > 0; i--)
        if (!go_to(y, path[i - 1]))
            return false;
    y->stem = y->way.count;
    memcpy(y->stem_cells, y->cells, q->system->p->layout.cells * sizeof *y->cells);
    for (size_t i = 0; q->end == SEARCH_STUCK && i < q->lap_count; i++)
        if (!go_to(y, q->lap[i]))
            return false;
    receive_dead(y, q->end == SEARCH_STUCK || q->end == SEARCH_ENDED);
    if (q->end == SEARCH_STUCK || q->end == SEARCH_ENDED || q->end == SEARCH_COMPLETE)
        return true;
    return find_last(y) && go(y);
}

// In an order with few switches. The move that ends all stays the last, and a lap what it is.
static void arrange(replayer *y)
{
    search *q = y->q;
    switch_options o = {
        .heap = q->o.heap, .marks = q->o.marks, .events = q->o.events, .limits = y->limits};
    bool turns = q->end == SEARCH_STUCK && q->lap_count;
    uint32_t count = turns ? y->stem : y->way.count - y->last;
    const int32_t *end = turns ? y->stem_cells : y->last ? y->before : y->cells;
    if (!reduce_switches(q->system, &o, y->way.moves, count, end))
        return;
    for (uint32_t i = 0; i < count; i++)
        y->way.ends[i] = true;
}

static bool replay_from(replayer *y)
{
    search *q = y->q;
    uint32_t *path = NULL;
    size_t count = 0, capacity = 0;
    bool ok = true;
    for (uint32_t at = q->last; ok;) {
        MEMORY_GROW(path, capacity, count + 1);
        path[count++] = at;
        if (at == 0)
            break;
        ok = find_parent(y, at, &at);
    }
    ok = ok && follow(y, path, count);
    free(path);
    return ok;
}

// Is the way all there is to show, without a move that fails at its end?
static bool ends_at_rest(const search *q)
{
    return q->end == SEARCH_STUCK || q->end == SEARCH_ENDED || q->end == SEARCH_LASSO;
}

// What was walked is known already, in its own names.
static bool follow_found(replayer *y)
{
    search *q = y->q;
    bool rests = ends_at_rest(q);
    run r;
    system_start(q->system, y->before, &r);
    heap_normalise(&y->heap, y->before, y->cells);
    y->observed = y->observed_after = q->property.start;
    y->path_count = 1;
    for (uint32_t i = 0; i < q->found->count; i++) {
        if (i == q->found->stem)
            memcpy(y->stem_cells, y->cells, q->system->p->layout.cells * sizeof *y->cells);
        y->last = !rests && i + 1 == q->found->count;
        y->path[0] = q->found->moves[i];
        if (!go(y))
            return false;
    }
    y->stem = q->found->stem;
    return true;
}

bool replay_starts_failed(const search *q)
{
    bool rests = ends_at_rest(q);
    return q->found ? !q->found->count && !rests : search_count(q) == 0 || !q->levels;
}

static void drop_evidence(lp_verdict *v)
{
    lp_history_free(v->history);
    v->history = NULL;
    v->culprit = LP_NO_EVENT;
}

replay_end replay(search *q, limits *l, lp_verdict *v)
{
    return replay_to(q, l, v, NULL);
}

replay_end replay_to(search *q, limits *l, lp_verdict *v, int32_t *end)
{
    uint32_t cells = q->system->p->layout.cells;
    v->history = lp_history_new(q->system->pool);
    v->culprit = LP_NO_EVENT;
    if (replay_starts_failed(q))
        return REPLAY_DONE;
    limits_progress(l, "found something; looking for the way there");
    replayer *y = memory_new(1, sizeof *y);
    y->q = q;
    y->limits = l;
    y->w = search_worker(q);
    y->cells = memory_new(cells, sizeof *y->cells);
    y->before = memory_new(cells, sizeof *y->before);
    y->stem_cells = memory_new(cells, sizeof *y->stem_cells);
    y->want = memory_new(q->packing.words, sizeof *y->want);
    heap_init(&y->heap, &q->system->p->layout, q->o.heap);
    store_enter(y->w->view);
    bool ok = q->found ? follow_found(y) : replay_from(y), stopped = !ok && limits_reached(l);
    if (ok && end)
        memcpy(end, y->cells, cells * sizeof *end);
    if (ok && q->end != SEARCH_LASSO) // a formula may be about the order of moves
        arrange(y);
    y->way.stem = y->stem;
    ok = ok && counterexample_explain(q, y->w, &y->way, y->observed, v);
    store_leave(y->w->view);
    if (q->end != SEARCH_VIOLATED)
        v->culprit = LP_NO_EVENT;
    heap_fini(&y->heap);
    way_fini(&y->way);
    free(y->cells);
    free(y->before);
    free(y->stem_cells);
    free(y->want);
    free(y);
    if (stopped)
        drop_evidence(v);
    return ok ? REPLAY_DONE : stopped ? REPLAY_STOPPED : REPLAY_FAULT;
}
