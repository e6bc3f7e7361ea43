// SPDX-License-Identifier: MIT
// See lasso_path.h.

#include "verify/temporal/lasso_path.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64, LOOK_EVERY = 1 << 12, NO_VERTEX = UINT32_MAX };

// What the way round has still to meet.
typedef struct wishes {
    const fair_component *c;
    uint64_t marks;
    uint64_t *wanted; // of who, or of steps
    size_t words;
    uint32_t start; // the vertex where it began, once nothing else is left; else NO_VERTEX
} wishes;

// A breadth-first search that goes on from where it found something.
typedef struct breadth {
    const fair_component *c;
    bool inside;   // the component
    uint8_t *seen; // by vertex
    struct met {
        run_edge by;
        size_t before; // in the queue
    } * queue;
    size_t count, capacity;
} breadth;

static bool has_bit(const uint64_t *words, uint64_t bit)
{
    return words[bit / WORD] >> bit % WORD & 1;
}

static void clear_bit(uint64_t *words, uint64_t bit)
{
    words[bit / WORD] &= ~((uint64_t)1 << bit % WORD);
}

// Who cannot go on in a state of the way round is treated fairly, if weakly.
static uint64_t met_there(const wishes *w, uint32_t vertex, size_t word)
{
    if (w->c->fair != FAIR_WEAK)
        return 0;
    return w->wanted[word] & ~graph_able(w->c->r->g, run_state(w->c->r, vertex), word);
}

static bool is_wanted(const wishes *w, const run_edge *e)
{
    const uint32_t *list;
    if (!w->words || e->who == GRAPH_NOBODY)
        return false;
    if (w->c->fair == FAIR_GLOBAL)
        return has_bit(w->wanted, e->step);
    uint32_t count = graph_members(&w->c->r->g->read, &e->who, &list);
    for (uint32_t i = 0; i < count; i++)
        if (has_bit(w->wanted, list[i]))
            return true;
    return false;
}

static bool fulfils(const wishes *w, const run_edge *e)
{
    if (w->start != NO_VERTEX)
        return e->to == w->start;
    if (e->marks & w->marks || is_wanted(w, e))
        return true;
    for (size_t k = 0; k < w->words; k++)
        if (met_there(w, e->to, k))
            return true;
    return false;
}

static void see(wishes *w, uint32_t vertex)
{
    for (size_t k = 0; k < w->words; k++)
        w->wanted[k] &= ~met_there(w, vertex, k);
}

static void fulfil(wishes *w, const run_edge *e)
{
    const uint32_t *list;
    w->marks &= ~e->marks;
    if (w->words && e->who != GRAPH_NOBODY && w->c->fair == FAIR_GLOBAL) {
        clear_bit(w->wanted, e->step);
    } else if (w->words && e->who != GRAPH_NOBODY) {
        uint32_t count = graph_members(&w->c->r->g->read, &e->who, &list);
        for (uint32_t i = 0; i < count; i++)
            clear_bit(w->wanted, list[i]);
    }
    see(w, e->to);
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
    b->seen[by.to] = 1;
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

// From the vertex to what is wished for, or to the component if nothing is. False: the limits.
static bool go(breadth *b, lasso_path *p, uint32_t *vertex, wishes *w)
{
    const fair_component *c = b->c;
    uint32_t turns = 0;
    bool found = false;
    b->count = 0;
    enqueue(b, (run_edge){.to = *vertex}, 0);
    for (size_t i = 0; i < b->count && !found; i++) {
        run_edges at = run_edges_of(c->r, b->queue[i].by.to);
        run_edge e;
        if (++turns % LOOK_EVERY == 0 && limits_reached(c->limits))
            break;
        while (!found && run_edges_next(c->r, &at, &e)) {
            bool in = b->inside ? c->part[e.to] == c->chosen : fair_component_accepts(c, e.to);
            if (b->inside && !in)
                continue;
            found = w ? fulfils(w, &e) : in;
            if (found || !b->seen[e.to])
                enqueue(b, e, i);
        }
    }
    if (found) {
        *vertex = b->queue[b->count - 1].by.to;
        append(p, b, b->count - 1, w);
    }
    for (size_t i = 0; i < b->count; i++)
        b->seen[b->queue[i].by.to] = 0;
    return found;
}

static wishes wishes_of(const fair_component *c, bool fair)
{
    const state_graph *g = c->r->g;
    wishes w = {.c = c, .marks = omega_all_marks(c->r->a), .start = NO_VERTEX};
    if (!fair || c->fair == FAIR_NOT)
        return w;
    w.words = c->fair == FAIR_GLOBAL ? g->first[g->count] / WORD + 1 : graph_who_words(g);
    w.wanted = memory_copy(c->wanted, w.words * sizeof *w.wanted);
    if (c->fair == FAIR_WEAK) // each of them moves, or cannot somewhere
        for (uint32_t i = 0; i < g->read.who_count; i++)
            w.wanted[i / WORD] |= (uint64_t)1 << i % WORD;
    return w;
}

// Once around, from the vertex back to it. False: the limits.
static bool go_round(breadth *b, lasso_path *p, uint32_t start, bool fair)
{
    wishes w = wishes_of(b->c, fair);
    uint32_t vertex = start;
    bool ok = true;
    p->count = p->loop;
    p->whole = true;
    see(&w, start);
    while (ok && p->whole && wishes_left(&w)) {
        ok = go(b, p, &vertex, &w);
        p->whole = p->count - p->loop <= LASSO_MOST;
    }
    if (ok && p->whole && (vertex != start || p->count == p->loop)) {
        w.start = start;
        ok = go(b, p, &vertex, &w);
    }
    free(w.wanted);
    return ok;
}

// A run that has ended: one step that is none.
static void cut_end(lasso_path *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->steps[i] == RUN_ENDED) {
            p->loop = i;
            p->count = i + 1;
        }
}

bool lasso_path_make(lasso_path *p, fair_component *c)
{
    breadth b = {.c = c, .seen = memory_new(c->r->count, 1)};
    uint32_t vertex = 0;
    *p = (lasso_path){0};
    bool ok = fair_component_accepts(c, 0) || go(&b, p, &vertex, NULL);
    p->loop = p->count;
    b.inside = true;
    if (ok)
        fair_component_choose(c, vertex);
    ok = ok && go_round(&b, p, vertex, true);
    if (ok && !p->whole) {
        ok = go_round(&b, p, vertex, false);
        p->whole = false;
    }
    if (ok)
        cut_end(p);
    free(b.seen);
    free(b.queue);
    return ok;
}

void lasso_path_fini(lasso_path *p)
{
    free(p->steps);
    *p = (lasso_path){0};
}
