// SPDX-License-Identifier: MIT
// Expanding states: see level_search.h.

#include "verify/search/search_worker.h"

#include "base/mapped_memory.h"
#include "base/memory.h"
#include "verify/search/near_form.h"

#include <stdlib.h>
#include <string.h>

void worker_init(worker *w, search *q)
{
    const layout *l = &q->system->p->layout;
    uint32_t r = q->o.reductions;
    *w = (worker){.q = q, .view = store_view_new(q->seen, w)};
    w->into = q->into ? store_view_new(q->into, w) : w->view;
    canon_init(&w->canon, q->system->p, q->o.heap, q->symmetric, q->system->classes,
               q->o.scalarset);
    w->canon.context = w;
    w->canon.observed = q->property.reorder ? worker_ask_order : NULL;
    w->canon.renamed = q->renamed ? worker_ask_names : NULL;
    if (q->o.orbits)
        orbit_form_init(&w->orbits, q->o.orbits);
    w->orbits.context = w;
    w->orbits.observed = q->property.permute ? worker_ask_permuted : NULL;
    successors_init(&w->successors, q->system, r & REDUCE_PRIVATE, r & REDUCE_FOLD, q->o.marks);
    w->successors.eager = q->o.eager;
    w->successors.independent = q->o.independent;
    w->successors.actions = q->o.actions;
    w->successors.waits = q->o.find_stuck;
    w->filter = q->o.dead ? dead_filter_new(q->o.dead) : NULL;
    if (q->o.looks) {
        w->looker = dead_filter_new(q->o.dead);
        w->successors.looked = w->looked = memory_new(l->cells, sizeof *w->looked);
    }
    w->rows = known_rows_new(q->system->p);
    w->cells = memory_new(l->cells, sizeof *w->cells);
    w->normal = memory_new(l->cells, sizeof *w->normal);
    w->words = memory_new(q->packing.words, sizeof *w->words);
    near_init(w);
    recent_init(&w->recent, w->flat || w->plain ? q->packing.words * sizeof *w->words
                                                : l->cells * sizeof *w->cells);
    w->writer = q->o.graph ? &q->o.graph->writers[w - q->workers] : NULL;
    w->recent.idle = w->writer != NULL; // every edge is wanted, with the number of its state
    w->answers = mapped_new(ANSWERS, sizeof *w->answers);
    w->kept = memory_new((size_t)STORE_BATCH * l->cells, sizeof *w->kept);
}

void worker_fini(worker *w)
{
    if (w->into != w->view)
        store_view_free(w->into);
    store_view_free(w->view);
    canon_fini(&w->canon);
    orbit_form_fini(&w->orbits);
    successors_fini(&w->successors);
    dead_filter_free(w->filter);
    dead_filter_free(w->looker);
    free(w->looked);
    known_rows_free(w->rows);
    free(w->cells);
    free(w->normal);
    free(w->words);
    near_fini(w);
    recent_fini(&w->recent);
    mapped_free(w->answers, ANSWERS, sizeof *w->answers);
    free(w->kept);
    free(w->waits);
}

successors *worker_successors(worker *w)
{
    return &w->successors;
}

uint32_t worker_observe_move(worker *w, uint32_t observed, const move *m)
{
    bool visible = m->kind != LABEL_INTERNAL || m->lin;
    return w->q->property.event && visible && system_tells(w->q->system, m)
               ? worker_ask_event(w, observed, m)
               : observed;
}

uint32_t worker_observe(worker *w, uint32_t observed, const successors *path)
{
    for (uint32_t i = 0; i < path->path_count && observed && observed != OBSERVED_STOP; i++)
        observed = worker_observe_move(w, observed, &path->path[i]);
    return observed;
}

uint32_t worker_get(worker *w, uint32_t number, int32_t *cells)
{
    w->near = false;
    uint32_t observed = store_get(w->view, number, w->words);
    packing_unpack(&w->q->packing, w->words, cells);
    return observed;
}

// The next level becomes the one that is expanded.
void worker_advance(worker *w)
{
    store_view_free(w->view);
    w->view = w->into;
    w->into = store_view_new(w->q->into, w);
}

static const int32_t *without_dead(worker *w, const int32_t *cells)
{
    return w->filter ? dead_filter_apply(w->filter, cells) : cells;
}

static bool make(worker *w, const int32_t *cells, uint32_t *observed)
{
    *observed = canon_make(&w->canon, cells, *observed, w->normal);
    if (w->q->o.orbits)
        *observed = orbit_form_make(&w->orbits, w->normal, *observed);
    uint32_t nodes = heap_most(&w->canon.heap);
    w->peak = nodes > w->peak ? nodes : w->peak;
    return *observed != OBSERVED_STOP && packing_pack(&w->q->packing, w->normal, w->words);
}

bool worker_make(worker *w, const int32_t *cells, uint32_t *observed)
{
    return make(w, without_dead(w, cells), observed);
}

static near_form make_new(worker *w, const int32_t *after, uint32_t *observed)
{
    if (w->flat)
        return near_make(w, after, observed);
    if (w->plain)
        return near_pack(w, after, *observed);
    const int32_t *live = without_dead(w, after);
    if (recent_met(&w->recent, live, *observed))
        return NEAR_MET;
    return make(w, live, observed) ? NEAR_MADE : NEAR_STOPS;
}

bool worker_enter(worker *w, const int32_t *cells, uint32_t observed, uint32_t *number, bool *fresh)
{
    search *q = w->q;
    if (!worker_make(w, cells, &observed))
        return false;
    *fresh = !q->compact || compact_put(q->compact, w->words, q->packing.words, observed);
    if (*fresh)
        *number = store_put(w->into, w->words, observed, fresh);
    return true;
}

// Which move of which state ends the search, and how.
typedef struct ending {
    search_end end;
    const char *reason;
    uint32_t from, move;
    uint32_t condition;
    run run;
} ending;

static bool stop(search *q, const ending *e)
{
    pthread_mutex_lock(&q->ending);
    if (!q->stopped) {
        q->stopped = true;
        q->end = e->end;
        q->reason = e->reason;
        q->last = e->from;
        q->last_move = e->move;
        q->unmet = e->condition;
        q->run = e->run;
    }
    pthread_mutex_unlock(&q->ending);
    return false;
}

// Which move of the path is to blame is found out when it is run again.
static bool loses(worker *w, const int32_t *after)
{
    if (!worker_leaks(w, after))
        return false;
    w->successors.run.problem = PROBLEM_LEAK;
    return true;
}

// A state that waited has its number. False: the search ends.
static bool entered(worker *w, const waiting *x, const int32_t *cells, uint32_t number, bool fresh)
{
    search *q = w->q;
    ending e = {.from = x->from, .move = x->move};
    if (w->writer)
        graph_add_edge(w->writer, x->from, number, x->label);
    if (fresh && ((q->o.invariants && !worker_holds(w, cells, x->held, &e.run)) ||
                  (q->o.reachable && !worker_reaches(w, cells, number, &e.run)))) {
        e.end = SEARCH_INVARIANT;
        return stop(q, &e);
    }
    if (fresh && !worker_agrees(w, cells, x->agreed)) {
        e.end = SEARCH_PROBLEM;
        e.run = (run){.problem = PROBLEM_DIFFERS};
        return stop(q, &e);
    }
    if (number < UINT32_MAX / 2)
        return true;
    e.end = SEARCH_LIMIT;
    e.reason = "there are more than two thousand million states";
    return stop(q, &e);
}

bool worker_flush(worker *w)
{
    size_t cells = w->q->system->p->layout.cells;
    uint32_t count = w->into->added_count;
    store_settle(w->into);
    for (uint32_t i = 0; i < count; i++)
        if (!entered(w, &w->waiting[i], w->kept + i * cells, w->into->numbers[i],
                     w->into->fresh[i]))
            return false;
    return true;
}

// `agreed`: the observer's state before the threads changed places.
static bool wait_for(worker *w, uint32_t observed, uint32_t agreed)
{
    const search *q = w->q;
    uint32_t i = w->into->added_count;
    w->waiting[i] = (waiting){agreed, w->current, w->moves - 1, w->held, w->label};
    store_add(w->into, w->words, observed);
    if (q->o.invariants || q->o.reachable || q->property.agrees) {
        size_t cells = q->system->p->layout.cells;
        memcpy(w->kept + i * cells, w->normal, cells * sizeof *w->kept);
    }
    return w->into->added_count < STORE_BATCH || worker_flush(w);
}

// Those that wait come first.
static bool stop_here(worker *w, search_end end)
{
    ending e = {.end = end, .from = w->current, .move = w->moves - 1, .run = w->successors.run};
    return worker_flush(w) && stop(w->q, &e);
}

enum { MANY_TRIED = 16 };

// A move may have hundreds after it that are taken at once, each among hundreds of parts of a process: then the limits
// are looked at within an expansion, too.
static bool may_go_on(worker *w, const successors *path)
{
    if (!path->at_once || path->at_once->tried < MANY_TRIED)
        return true;
    return !w->q->stopped && (w != w->q->workers || search_look_if_late(w->q));
}

static bool visit(void *context, const successors *path, const int32_t *after)
{
    worker *w = context;
    search *q = w->q;
    if (!may_go_on(w, path))
        return false;
    const move *first = &path->path[0];
    bool fault = first->kind == LABEL_ACTION && q->system->offers[first->offer].fault;
    w->moves++;
    w->faults += fault;
    w->steps += first->kind != LABEL_CALL || !q->system->optional;
    w->moved |= fault ? 0 : 1u << first->thread;
    w->transitions++;
    if (path->run.problem)
        return stop_here(w, SEARCH_PROBLEM);
    if (q->o.told)
        q->o.told(q->o.context,
                  &(seen_transition){w->current, w->moves - 1, w->cells, after, &path->path[0]});
    if (w->writer)
        w->label = graph_label_of(w->writer, first);
    uint32_t agreed = q->property.event ? worker_observe(w, w->observed, path) : w->observed;
    uint32_t observed = agreed;
    bool ends = observed == OBSERVED_VIOLATION || observed == OBSERVED_STOP;
    if (w->looked && (ends || !w->flat)) // else near_make does it
        claim_looks_note(q->o.looks, w->looker, w->looked, w->cells, after);
    if (observed == OBSERVED_VIOLATION)
        return stop_here(w, SEARCH_VIOLATED);
    if (observed == OBSERVED_STOP)
        return stop_here(w, SEARCH_LIMIT);
    near_form made = make_new(w, after, &observed);
    if (made == NEAR_MET)
        return true;
    if (made == NEAR_STOPS)
        return stop_here(w, observed == OBSERVED_STOP ? SEARCH_LIMIT : SEARCH_WIDE);
    if (q->o.leaks && loses(w, after))
        return stop_here(w, SEARCH_PROBLEM);
    if (q->compact && !compact_put(q->compact, w->words, q->packing.words, observed))
        return true;
    return wait_for(w, observed, agreed);
}

static bool may_rest(worker *w)
{
    search *q = w->q;
    return !q->property.rests || w->steps > 0 || q->stopped || worker_idle(w, w->cells) ||
           worker_rests(w, w->observed);
}

static void note_waits(worker *w)
{
    if (!(system_obliged(w->q->system, w->cells) & ~w->moved))
        return;
    MEMORY_GROW(w->waits, w->waits_capacity, w->waits_count + 1);
    w->waits[w->waits_count++] = w->current;
}

// Nothing has to happen any more: is all that was to be done by then?
static void end_here(worker *w)
{
    search *q = w->q;
    ending e = {.end = SEARCH_ENDED, .from = w->current};
    uint64_t lacking = q->o.ends & ~q->system->c.ended(w->cells, q->o.ends, &e.run);
    if (!e.run.problem && !lacking)
        return;
    while (!e.run.problem && !(lacking >> e.condition & 1))
        e.condition++;
    if (worker_flush(w))
        stop(q, &e);
}

void worker_expand(worker *w, uint32_t number)
{
    search *q = w->q;
    w->current = number;
    w->moves = w->steps = w->moved = w->faults = 0;
    w->observed = w->flat || w->plain ? near_get(w, number) : worker_get(w, number, w->cells);
    if (w->rows) {
        known_rows_base(w->rows, q->system->c.fill, w->cells);
        w->successors.rows = known_rows_source(w->rows);
    }
    if (w->writer)
        graph_state_begin(w->writer);
    successors_expand(&w->successors, w->cells, visit, w);
    if (w->writer)
        worker_keep_traits(w);
    w->successors.rows = NULL; // others may expand other states
    if (q->o.find_stuck && !q->compact)
        note_waits(w);
    if (!may_rest(w))
        stop_here(w, SEARCH_STUCK);
    if (w->moves > w->faults)
        return;
    if (q->o.find_stuck && !worker_idle(w, w->cells))
        stop_here(w, SEARCH_STUCK);
    if (q->o.ends && !q->stopped)
        end_here(w);
    if (q->property.ended) {
        pthread_mutex_lock(&q->observing);
        q->property.ended(q->property.context, w->observed);
        pthread_mutex_unlock(&q->observing);
    }
}
