// SPDX-License-Identifier: MIT
// See lasso_path.h.

#include "verify/temporal/lasso_path.h"

#include "base/bits.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1 << 12 };

typedef struct vertex {
    uint32_t state, of; // of the graph, and of the automaton
} vertex;

// What the way round has still to meet.
typedef struct wishes {
    const fair_component *c;
    uint64_t marks;
    uint64_t *wanted; // of who, or of steps
    uint64_t *able;   // room for those of a state
    size_t words;
    bool home; // nothing else is left: back to where it began
    vertex start;
} wishes;

// A breadth-first search that goes on from where it found something.
typedef struct breadth {
    fair_component *c;
    bool inside;   // the component
    bool any;      // looked for: a vertex from which everything is accepted
    uint8_t *seen; // by vertex
    struct met {
        run_edge by;
        size_t before; // in the queue
    } * queue;
    size_t count, capacity;
} breadth;

// Who cannot go on in a state of the way round is treated fairly, if weakly: only those who can still wait there.
static bool see(const wishes *w, uint32_t state, bool forget)
{
    bool any = false;
    if (!w->words || w->c->fair != FAIR_WEAK)
        return false;
    graph_able(w->c->r->g, state, w->able);
    for (size_t k = 0; k < w->words; k++) {
        any |= (w->wanted[k] & ~w->able[k]) != 0;
        if (forget)
            w->wanted[k] &= w->able[k];
    }
    return any;
}

static bool is_wanted(const wishes *w, const run_edge *e)
{
    const uint32_t *list;
    if (!w->words || e->who == GRAPH_NOBODY)
        return false;
    if (w->c->fair == FAIR_GLOBAL)
        return bits_has(w->wanted, e->step);
    uint32_t count = graph_members(&w->c->r->g->read, &e->who, &list);
    for (uint32_t i = 0; i < count; i++)
        if (bits_has(w->wanted, list[i]))
            return true;
    return false;
}

static bool fulfils(const wishes *w, const run_edge *e)
{
    if (w->home)
        return e->state == w->start.state && e->of == w->start.of;
    return e->marks & w->marks || is_wanted(w, e) || see(w, e->state, false);
}

static void fulfil(wishes *w, const run_edge *e)
{
    const uint32_t *list;
    w->marks &= ~e->marks;
    if (w->words && e->who != GRAPH_NOBODY && w->c->fair == FAIR_GLOBAL) {
        bits_clear(w->wanted, e->step);
    } else if (w->words && e->who != GRAPH_NOBODY) {
        uint32_t count = graph_members(&w->c->r->g->read, &e->who, &list);
        for (uint32_t i = 0; i < count; i++)
            bits_clear(w->wanted, list[i]);
    }
    see(w, e->state, true);
}

static bool wishes_left(const wishes *w)
{
    bool any = w->marks != 0;
    for (size_t k = 0; k < w->words && !any; k++)
        any = w->wanted[k] != 0;
    return any;
}

static void enqueue(breadth *b, run_edge by, size_t before)
{
    MEMORY_GROW(b->queue, b->capacity, b->count + 1);
    b->queue[b->count++] = (struct met){by, before};
    b->seen[run_vertex(b->c->r, by.state, by.of)] = 1;
}

// Appends the steps to the place in the queue; `w` sees them. What is there is the vertex reached.
static void append(lasso_path *p, const breadth *b, size_t last, wishes *w)
{
    size_t count = 0;
    for (size_t i = last; i; i = b->queue[i].before)
        count++;
    MEMORY_GROW(p->steps, p->capacity, p->count + count);
    p->count += count;
    size_t at = p->count;
    for (size_t i = last; i; i = b->queue[i].before) {
        p->steps[--at] = b->queue[i].by.step;
        if (w)
            fulfil(w, &b->queue[i].by);
    }
}

// Is this what is looked for: what is wished for, or else a vertex from which a run is accepted?
static bool is_it(const breadth *b, const run_edge *e, const wishes *w)
{
    if (w)
        return fulfils(w, e);
    if (b->any)
        return run_accepts_all(b->c->r, e->of);
    return fair_component_accepts(b->c, e->state, e->of) ||
           fair_component_ends(b->c, e->state, e->of);
}

// From the vertex to what is looked for. False: the limits.
static bool go(breadth *b, lasso_path *p, vertex *v, wishes *w)
{
    const run_graph *r = b->c->r;
    uint32_t turns = 0;
    bool found = false;
    b->count = 0;
    enqueue(b, (run_edge){.state = v->state, .of = v->of}, 0);
    for (size_t i = 0; i < b->count && !found; i++) {
        run_edges at = run_edges_of(r, b->queue[i].by.state, b->queue[i].by.of);
        run_edge e;
        if (++turns % LOOK_EVERY == 0 && limits_reached(b->c->limits))
            break;
        while (!found && run_edges_next(r, &at, &e)) {
            if (b->inside && !fair_component_chosen(b->c, e.state, e.of))
                continue;
            found = is_it(b, &e, w);
            if (found || !b->seen[run_vertex(r, e.state, e.of)])
                enqueue(b, e, i);
        }
    }
    if (found) {
        *v = (vertex){b->queue[b->count - 1].by.state, b->queue[b->count - 1].by.of};
        append(p, b, b->count - 1, w);
    }
    for (size_t i = 0; i < b->count; i++)
        b->seen[run_vertex(r, b->queue[i].by.state, b->queue[i].by.of)] = 0;
    return found;
}

static wishes wishes_of(const fair_component *c, bool fair)
{
    const state_graph *g = c->r->g;
    wishes w = {.c = c, .marks = omega_run_marks(c->r->a)};
    if (!fair || c->fair == FAIR_NOT)
        return w;
    w.words =
        c->fair == FAIR_GLOBAL ? graph_first(g, g->count) / BITS_WORD + 1 : graph_who_words(g);
    w.wanted = memory_copy(c->wanted, w.words * sizeof *w.wanted);
    w.able = memory_new(graph_who_words(g), sizeof *w.able);
    if (c->fair == FAIR_WEAK) // each of them moves, or cannot somewhere
        for (uint32_t i = 0; i < g->read.who_count; i++)
            bits_set(w.wanted, i);
    return w;
}

// Once around, from the vertex back to it. False: the limits.
static bool go_round(breadth *b, lasso_path *p, vertex start, bool fair)
{
    wishes w = wishes_of(b->c, fair);
    vertex v = start;
    bool ok = true;
    p->count = p->loop;
    p->whole = true;
    see(&w, start.state, true);
    while (ok && p->whole && wishes_left(&w)) {
        ok = go(b, p, &v, &w);
        p->whole = p->count - p->loop <= LASSO_MOST;
    }
    if (ok && p->whole && (v.state != start.state || v.of != start.of || p->count == p->loop)) {
        w.home = true;
        w.start = start;
        ok = go(b, p, &v, &w);
    }
    free(w.wanted);
    free(w.able);
    return ok;
}

static void end_run(lasso_path *p)
{
    MEMORY_GROW(p->steps, p->capacity, p->count + 1);
    p->loop = p->count;
    p->steps[p->count++] = RUN_ENDED;
    p->whole = true;
}

static bool lead_round(breadth *b, lasso_path *p, vertex v)
{
    fair_component_choose(b->c, v.state, v.of);
    p->loop = p->count;
    b->inside = true;
    bool ok = go_round(b, p, v, true);
    if (ok && !p->whole) {
        ok = go_round(b, p, v, false);
        p->whole = false;
    }
    return ok;
}

bool lasso_path_make(lasso_path *p, fair_component *c)
{
    breadth b = {.c = c, .seen = memory_new(c->r->count, 1)};
    vertex v = {0};
    *p = (lasso_path){0};
    bool ok =
        fair_component_accepts(c, 0, 0) || fair_component_ends(c, 0, 0) || go(&b, p, &v, NULL);
    if (ok && fair_component_ends(c, v.state, v.of))
        end_run(p);
    else
        ok = ok && lead_round(&b, p, v);
    free(b.seen);
    free(b.queue);
    return ok;
}

bool lasso_path_to_any(lasso_path *p, fair_component *c)
{
    breadth b = {.c = c, .any = true, .seen = memory_new(c->r->count, 1)};
    vertex v = {0};
    *p = (lasso_path){0};
    bool ok = go(&b, p, &v, NULL);
    p->loop = p->count;
    p->whole = true;
    free(b.seen);
    free(b.queue);
    return ok;
}

void lasso_path_fini(lasso_path *p)
{
    free(p->steps);
    *p = (lasso_path){0};
}
