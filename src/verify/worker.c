// SPDX-License-Identifier: MIT
// Expanding states: see search.h.

#include "verify/worker.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 1 << 14 };
enum { ASK_REORDER = 1u << 31, ASK_COVERS = 1 << 30, ASK_RENAME = 1 << 29 };

static answer *remembered(worker *w, uint32_t state, uint32_t what, uint64_t data, uint64_t lins,
                          bool *known)
{
    uint64_t h = (data ^ lins ^ ((uint64_t)what << 32 | state)) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (h >> 31)) * UINT64_C(0xD6E8FEB86659FD93) + state;
    answer *a = &w->answers[(h >> 40) % ANSWERS];
    *known = a->state == state && a->what == what && a->data == data && a->lins == lins && what;
    *a = (answer){state, what, data, lins, *known ? a->value : 0};
    return a;
}

static uint32_t observe(worker *w, uint32_t state, const move *m)
{
    const observer *o = &w->q->observer;
    uint32_t what = 1 + (uint32_t)m->kind + 4 * (uint32_t)(m->lin > 0) + 8 * m->thread +
                    ((uint32_t)m->result.kind << 16);
    uint64_t data = m->kind == MOVE_CALL ? m->call : (uint64_t)m->result.bits;
    bool known;
    answer *a = remembered(w, state, what, data, m->lin ? m->lins << 4 | m->lin : 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = o->event(o->context, state, m);
        if (w->q->renamed)
            rename_note_event(w->q->renamed, state, m, a->value);
        pthread_mutex_unlock(&w->q->observing);
    }
    if (a->value == OBSERVED_STOP)
        a->what = 0; // it may be allowed later
    return a->value;
}

static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    worker *w = context;
    const observer *o = &w->q->observer;
    uint64_t data = 0;
    for (uint32_t i = 0; i < w->canon.threads; i++)
        data |= (uint64_t)order[i] << (4 * i);
    bool known;
    answer *a = remembered(w, state, ASK_REORDER, data, 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = o->reorder(o->context, state, order);
        if (w->q->renamed)
            rename_note_order(w->q->renamed, state, order, a->value);
        pthread_mutex_unlock(&w->q->observing);
    }
    return a->value;
}

static uint32_t renamed(void *context, uint32_t state, const uint32_t *to)
{
    worker *w = context;
    uint64_t data = 0;
    for (uint32_t i = 0; i < w->q->o.data->count; i++)
        data |= (uint64_t)to[i] << (4 * i);
    bool known;
    answer *a = remembered(w, state, ASK_RENAME, data, 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = rename_state(w->q->renamed, state, to);
        pthread_mutex_unlock(&w->q->observing);
    }
    if (a->value == OBSERVED_STOP)
        a->what = 0;
    return a->value;
}

static bool covers(void *context, uint32_t less, uint32_t more)
{
    worker *w = context;
    const observer *o = &w->q->observer;
    bool known;
    answer *a = remembered(w, less, ASK_COVERS, more, 0, &known);
    if (!known) {
        pthread_mutex_lock(&w->q->observing);
        a->value = o->covers(o->context, less, more);
        pthread_mutex_unlock(&w->q->observing);
    }
    return a->value != 0;
}

void worker_init(worker *w, search *q)
{
    const layout *l = &q->space->p->layout;
    uint32_t r = q->o.reductions;
    *w = (worker){.q = q, .view = store_view_new(q->seen)};
    w->into = q->into ? store_view_new(q->into) : w->view;
    canon_init(&w->canon, q->space->p, q->o.raw_heap, q->symmetric, q->space->classes, q->o.data);
    w->canon.context = w;
    w->canon.observed = q->observer.reorder ? reorder : NULL;
    w->canon.renamed = q->renamed ? renamed : NULL;
    mover_init(&w->mover, q->space, r & REDUCE_PRIVATE, r & REDUCE_FOLD, q->o.marks);
    w->cells = memory_new(l->cells, sizeof *w->cells);
    w->normal = memory_new(l->cells, sizeof *w->normal);
    w->words = memory_new(q->code.words, sizeof *w->words);
    w->answers = memory_new(ANSWERS, sizeof *w->answers);
}

void worker_fini(worker *w)
{
    if (w->into != w->view)
        store_view_free(w->into);
    store_view_free(w->view);
    canon_fini(&w->canon);
    mover_fini(&w->mover);
    free(w->cells);
    free(w->normal);
    free(w->words);
    free(w->answers);
}

mover *worker_mover(worker *w)
{
    return &w->mover;
}

uint32_t worker_observe(worker *w, uint32_t observed, const mover *path)
{
    if (!w->q->observer.event)
        return observed;
    for (uint32_t i = 0; i < path->path_count && observed && observed != OBSERVED_STOP; i++)
        if (path->path[i].kind != MOVE_STEP || path->path[i].lin)
            observed = observe(w, observed, &path->path[i]);
    return observed;
}

uint32_t worker_get(worker *w, uint32_t number, int32_t *cells)
{
    const search *q = w->q;
    uint32_t object = number, observed = 0;
    if (q->pairs)
        pairs_get(q->pairs, number, &object, &observed);
    store_get(w->view, object, w->words);
    uint32_t extra = decode_cells(&q->code, w->words, cells);
    return q->pairs ? observed : extra;
}

void worker_prefetch(const worker *w, uint32_t number)
{
    product where = {number, 0};
    if (w->q->pairs)
        pairs_get(w->q->pairs, number, &where.object, &where.observed);
    store_prefetch(w->view, where.object);
}

// The next level becomes the one that is expanded.
void worker_advance(worker *w)
{
    store_view_free(w->view);
    w->view = w->into;
    w->into = store_view_new(w->q->into);
}

bool worker_enter(worker *w, const int32_t *cells, uint32_t observed, product *where, bool *fresh)
{
    search *q = w->q;
    observed = canon_make(&w->canon, cells, observed, w->normal);
    uint32_t nodes = heap_most(&w->canon.heap);
    w->peak = nodes > w->peak ? nodes : w->peak;
    where->observed = observed;
    if (observed == OBSERVED_STOP ||
        !code_cells(&q->code, w->normal, q->pairs ? 0 : observed, w->words))
        return false;
    *fresh = !q->compact || compact_put(q->compact, w->words, q->code.words);
    *where = (product){.observed = q->pairs ? observed : 0};
    if (*fresh)
        where->object = store_put(w->into, w->words, fresh);
    return true;
}

static bool stop(worker *w, search_end end, const char *reason)
{
    search *q = w->q;
    pthread_mutex_lock(&q->ending);
    if (!q->stopped) {
        q->stopped = true;
        q->end = end;
        q->reason = reason;
        q->last = w->current;
        q->last_move = w->moves - 1;
        q->run = w->mover.run;
    }
    pthread_mutex_unlock(&q->ending);
    return false;
}

// Do the invariants hold in the state just entered?
bool worker_holds(worker *w)
{
    run r = {0};
    w->q->space->c.invariant(w->normal, &r);
    w->mover.run.problem = r.problem;
    w->mover.run.where = r.where;
    return !r.problem;
}

static bool idle_in(const worker *w, const int32_t *cells)
{
    const program *p = w->q->space->p;
    for (uint32_t t = 0; t < p->threads; t++)
        if (cells[p->layout.threads + t * p->layout.thread_stride + THREAD_PC] != PC_IDLE)
            return false;
    return true;
}

// When nothing is open: is the state just entered what the observer wants?
static bool agrees(worker *w, uint32_t observed)
{
    const observer *o = &w->q->observer;
    if (!o->agrees || !idle_in(w, w->normal))
        return true;
    pthread_mutex_lock(&w->q->observing);
    bool right = o->agrees(o->context, observed, w->normal);
    pthread_mutex_unlock(&w->q->observing);
    w->mover.run.problem = right ? PROBLEM_NONE : PROBLEM_DIFFERS;
    w->mover.run.where = 0;
    return right;
}

bool worker_leaks(const worker *w, const int32_t *cells)
{
    const layout *l = &w->q->space->p->layout;
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++)
            if (cells[l->heaps[h].start + (n - 1) * l->heaps[h].stride] == NODE_USED &&
                !heap_moved(&w->canon.heap, h, n))
                return true;
    return false;
}

// The last move of the path is blamed.
static bool loses(worker *w, const mover *path, const int32_t *after)
{
    if (!worker_leaks(w, after))
        return false;
    const move *m = &path->path[path->path_count - 1];
    const program *p = w->q->space->p;
    const routine *r = &p->routines[m->method];
    const instr *i = m->kind == MOVE_STEP ? program_instr(p, m->pc, &r) : NULL;
    w->mover.run.problem = PROBLEM_LEAK;
    w->mover.run.where = i ? i->at : r->method->at;
    return true;
}

static bool visit(void *context, const mover *path, const int32_t *after)
{
    worker *w = context;
    search *q = w->q;
    w->moves++;
    w->steps += path->path[0].kind != MOVE_CALL;
    w->transitions++;
    if (path->run.problem)
        return stop(w, SEARCH_PROBLEM, NULL);
    uint32_t observed = worker_observe(w, w->observed, path);
    if (observed == OBSERVED_VIOLATION)
        return stop(w, SEARCH_VIOLATED, NULL);
    if (observed == OBSERVED_STOP)
        return stop(w, SEARCH_LIMIT, NULL);
    product where;
    bool fresh;
    if (!worker_enter(w, after, observed, &where, &fresh))
        return stop(w, where.observed == OBSERVED_STOP ? SEARCH_LIMIT : SEARCH_WIDE, NULL);
    if (q->o.leaks && loses(w, path, after))
        return stop(w, SEARCH_PROBLEM, NULL);
    if (fresh && q->o.invariants && !worker_holds(w))
        return stop(w, SEARCH_INVARIANT, NULL);
    if (fresh && !agrees(w, observed))
        return stop(w, SEARCH_PROBLEM, NULL);
    if (q->pairs)
        pairs_put(q->pairs, where.object, where.observed, covers, w);
    if (where.object >= UINT32_MAX / 2)
        return stop(w, SEARCH_LIMIT, "there are more than two thousand million states");
    return true;
}

static bool may_rest(worker *w)
{
    search *q = w->q;
    if (!q->observer.rests || w->steps > 0 || q->stopped || idle_in(w, w->cells))
        return true;
    pthread_mutex_lock(&q->observing);
    bool right = q->observer.rests(q->observer.context, w->observed);
    pthread_mutex_unlock(&q->observing);
    return right;
}

void worker_expand(worker *w, uint32_t number)
{
    search *q = w->q;
    w->current = number;
    w->moves = w->steps = 0;
    w->observed = worker_get(w, number, w->cells);
    mover_expand(&w->mover, w->cells, visit, w);
    if (!may_rest(w))
        stop(w, SEARCH_STUCK, NULL);
    if (w->moves > 0)
        return;
    if (q->o.find_stuck && !idle_in(w, w->cells))
        stop(w, SEARCH_STUCK, NULL);
    if (q->observer.ended) {
        pthread_mutex_lock(&q->observing);
        q->observer.ended(q->observer.context, w->observed);
        pthread_mutex_unlock(&q->observing);
    }
}
