// SPDX-License-Identifier: MIT
// Paths from a state: see successors.h.

#include "verify/system/successors.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(AT_ONCE_MOST + 2 <= SUCCESSORS_MAX_PATH, "a path has room for them");

void successors_init(successors *w, const transition_system *s, bool private_steps, bool fold,
                     bool marks)
{
    *w = (successors){.s = s,
                      .private_steps = private_steps,
                      .fold = fold,
                      .marks = marks,
                      .at_once = at_once_path_new(s)};
    heap_init(&w->heap, &s->p->layout, HEAP_CANONICAL);
    for (size_t i = 0; i < sizeof w->work / sizeof *w->work; i++)
        w->work[i] = memory_new(s->p->layout.cells, sizeof **w->work);
}

void successors_fini(successors *w)
{
    heap_fini(&w->heap);
    free(w->ways.items);
    at_once_path_free(w->at_once);
    for (size_t i = 0; i < sizeof w->work / sizeof *w->work; i++)
        free(w->work[i]);
}

static void copy(const successors *w, int32_t *to, const int32_t *from)
{
    memcpy(to, from, w->s->p->layout.cells * sizeof *to);
}

static void add(successors *w, const move *m)
{
    w->path[w->path_count] = *m;
    w->path[w->path_count].lin = w->marks ? m->lin : 0;
    w->path_count++;
}

// Can no other thread reach the node that the thread's next step touches?
static bool is_private(successors *w, const int32_t *cells, uint32_t thread)
{
    uint32_t node = system_touches(w->s, cells, thread);
    if (!node || node == RUN_QUIET)
        return node == RUN_QUIET;
    uint32_t of = node / RUN_NODE, number = node % RUN_NODE;
    const heap_layout *h = &w->s->p->layout.heaps[of];
    if (cells[h->start + (number - 1) * h->stride] != NODE_USED)
        return false;
    return !heap_shared(&w->heap, cells, thread, of, number);
}

// Can nobody be in the way of the thread's next step?
static bool at_once(successors *w, const int32_t *cells, uint32_t thread)
{
    return (w->independent && independent_step(w->independent, cells, thread)) ||
           (w->private_steps && is_private(w, cells, thread));
}

// The state before what is taken at once.
static void keep(successors *w, const int32_t *cells)
{
    if (!w->kept)
        copy(w, w->work[3], cells);
    w->kept = true;
}

// Takes the thread's next step, if it is one that is taken at once. A step that may go
// several ways, or that takes effect, stays what it is.
static bool take_step(successors *w, int32_t *cells, uint32_t thread)
{
    move m;
    if (!at_once(w, cells, thread) || !system_forced(w->s, cells, thread, &m))
        return false;
    int32_t *tried = w->work[2];
    copy(w, tried, cells);
    run r = {0};
    system_do(w->s, tried, &m, &r);
    if (r.blocked || r.used || (w->marks && r.lin))
        return false;
    keep(w, cells);
    copy(w, cells, tried);
    w->run = r;
    add(w, &m);
    return true;
}

static bool take_return(successors *w, int32_t *cells, uint32_t thread)
{
    move m;
    if (!system_returns(w->s, cells, thread) || !system_forced(w->s, cells, thread, &m))
        return false;
    run r = {0};
    keep(w, cells);
    system_do(w->s, cells, &m, &r);
    w->run = r;
    add(w, &m);
    return true;
}

// Tries an action that nobody can be in the way of.
static bool take_action(successors *w, int32_t *cells)
{
    uint32_t which;
    for (uint32_t group = 0; independent_action(w->actions, cells, &group, &which);) {
        const offer *o = &w->s->offers[which];
        move m = {.kind = o->kind, .offer = which, .method = o->method};
        run r = {0};
        copy(w, w->work[2], cells);
        system_do(w->s, w->work[2], &m, &r);
        if (r.blocked || r.used)
            continue;
        keep(w, cells);
        copy(w, cells, w->work[2]);
        w->run = r;
        add(w, &m);
        return true;
    }
    return false;
}

// Takes what is taken at once, until nothing is left. False: a step failed, or there is no end of them.
static bool take_all(successors *w, int32_t *cells, uint32_t from, uint32_t to)
{
    bool steps = w->private_steps || w->independent;
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t t = from; t < to; t++)
            while ((w->fold && take_return(w, cells, t)) || (steps && take_step(w, cells, t))) {
                // One place is left for the step that follows a call, and one for the step after it.
                if (w->run.problem || w->path_count >= SUCCESSORS_MAX_PATH - 2)
                    return false;
                moved = true;
            }
        if (w->actions && take_action(w, cells)) {
            if (w->run.problem || w->path_count >= SUCCESSORS_MAX_PATH - 2)
                return false;
            moved = true;
        }
    }
    return true;
}

// Takes what the front end knows to be in nobody's way. False: a step failed.
static bool take_known(successors *w, int32_t *cells)
{
    run r;
    at_once_path_take(w->at_once, cells, false, &r);
    for (uint32_t i = 0; i < w->at_once->count; i++)
        add(w, &w->at_once->moves[i]);
    if (w->at_once->count)
        w->run = r;
    return !w->run.problem;
}

// False: a step failed.
static bool settle(successors *w, int32_t *cells, uint32_t from, uint32_t to)
{
    if (w->at_once)
        return take_known(w, cells);
    if (!w->private_steps && !w->fold && !w->independent && !w->actions)
        return true;
    uint32_t start = w->path_count;
    w->kept = false;
    if (take_all(w, cells, from, to) || w->run.problem)
        return !w->run.problem;
    copy(w, cells, w->work[3]);
    w->path_count = start;
    return true;
}

// Receives what is received at once. The receipt goes one way.
static void take_receipts(successors *w, int32_t *cells)
{
    uint32_t which;
    while (w->path_count < SUCCESSORS_MAX_PATH && eager_receipts_find(w->eager, cells, &which)) {
        const offer *o = &w->s->offers[which];
        move m;
        run r = {0};
        do {
            m = (move){.kind = o->kind, .offer = which, .method = o->method};
            copy(w, w->work[2], cells);
            run_reset(&r);
            system_do(w->s, w->work[2], &m, &r);
        } while (r.blocked && run_next(&r));
        assert(!r.blocked && !r.problem);
        copy(w, cells, w->work[2]);
        w->run = r;
        add(w, &m);
    }
}

static bool finish(successors *w, int32_t *cells)
{
    w->went = true;
    if (!w->run.problem)
        settle(w, cells, 0, w->s->p->threads);
    if (!w->run.problem && w->eager)
        take_receipts(w, cells);
    return w->visit(w->context, w, cells);
}

// The move that comes next on the path.
static move *next_move(successors *w)
{
    return &w->path[w->path_count];
}

// Runs the next move for every way its choices may go.
static bool every_way(successors *w, const int32_t *cells, int32_t *work,
                      bool (*next)(successors *w, int32_t *cells))
{
    run r;
    uint32_t start = w->path_count;
    move *m = next_move(w);
    run_begin(&r);
    r.looked = w->looked;
    r.rows = w->rows;
    r.ways = start ? NULL : &w->ways; // of the first move
    w->ways.known = false;
    for (;;) {
        copy(w, work, cells);
        run_reset(&r);
        system_do(w->s, work, m, &r);
        m->lin = w->marks ? m->lin : 0;
        w->path_count = start + 1;
        run_copy(&w->run, &r);
        if (!r.blocked && !next(w, work))
            return false;
        if (!run_next(&r))
            return true;
        move_again(m);
    }
}

// After what was offered: with folding, the first step after a call that others could see goes
// with it.
static bool begun(successors *w, int32_t *cells)
{
    // An operation that takes effect at its very call does not wait for its first step, nor
    // does one that looks at something there.
    const move *call = &w->path[w->path_count - 1];
    uint32_t thread = call->thread;
    if (!w->fold || w->run.problem || call->lin || w->s->offers[call->offer].shares)
        return finish(w, cells);
    if (!settle(w, cells, thread, thread + 1) || !system_forced(w->s, cells, thread, next_move(w)))
        return finish(w, cells);
    uint32_t count = w->path_count;
    w->went = false;
    if (!every_way(w, cells, w->work[1], finish))
        return false;
    if (w->went || !w->waits)
        return true;
    w->path_count = count;
    run_begin(&w->run);
    return finish(w, cells);
}

static bool expand_component(successors *w, const int32_t *cells, uint32_t component)
{
    w->path_count = 0;
    if (system_forced(w->s, cells, component, next_move(w)))
        return every_way(w, cells, w->work[0], finish);
    for (uint32_t i = 0; i < w->s->offer_count; i++) {
        w->path_count = 0;
        if (!system_offers(w->s, cells, component, i, next_move(w)))
            continue;
        if (!every_way(w, cells, w->work[0], begun))
            return false;
    }
    return true;
}

void successors_expand(successors *w, const int32_t *cells, successors_visit visit, void *context)
{
    w->visit = visit;
    w->context = context;
    for (uint32_t t = 0; t < w->s->p->threads; t++)
        if (!expand_component(w, cells, t))
            return;
}
