// SPDX-License-Identifier: MIT
// See lap.h. From one thing that has to be met to the next, by as few states as possible.

#include "verify/search/lap.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NO_THREAD = UINT32_MAX };

typedef struct walk {
    const lap_options *o;
    uint32_t *from; // of each state: where it was reached from, + 1
    uint32_t *queue;
    size_t queued, capacity;
    uint32_t thread; // that makes a step, if it moves, or cannot go on; none: back to the start
    bool moves;
    uint32_t at, can;
    bool reached;  // by an edge,
    uint32_t last; // which leads here
} walk;

static void enqueue(walk *w, uint32_t state)
{
    MEMORY_GROW(w->queue, w->capacity, w->queued + 1);
    w->queue[w->queued++] = state;
}

static bool look(void *context, const edge *e)
{
    walk *w = context;
    if (e->kind != LABEL_CALL || w->o->calls)
        w->can |= 1u << e->thread;
    if (!run_takes(w->o->view, w->o->thread, e) || w->o->part[e->to] != w->o->in)
        return true;
    if (!w->from[e->to]) {
        w->from[e->to] = w->at + 1;
        enqueue(w, e->to);
    }
    w->last = e->to;
    w->reached =
        w->thread == NO_THREAD ? e->to == w->o->start : w->moves && (e->threads >> w->thread & 1);
    return !w->reached;
}

// Appends the states from `start` to `end`, without the first, and the one that an edge leads to.
static void append(lap *l, const walk *w, uint32_t start, uint32_t end)
{
    size_t count = w->reached;
    for (uint32_t s = end; s != start; s = w->from[s] - 1)
        count++;
    MEMORY_GROW(l->states, l->capacity, l->count + count + 1);
    l->count += count;
    size_t at = l->count;
    if (w->reached)
        l->states[--at] = w->last;
    for (uint32_t s = end; s != start; s = w->from[s] - 1)
        l->states[--at] = s;
}

static bool walk_on(lap *l, walk *w, uint32_t start)
{
    memset(w->from, 0, search_count(w->o->g->q) * sizeof *w->from);
    w->queued = 0;
    w->reached = false;
    enqueue(w, start);
    for (size_t i = 0; i < w->queued; i++) {
        w->at = w->queue[i];
        w->can = 0;
        if (!edges_each(w->o->g, w->at, look, w))
            return false;
        bool there = w->thread != NO_THREAD && !w->moves && !(w->can >> w->thread & 1);
        if (w->reached || there) {
            append(l, w, start, w->at);
            return true;
        }
    }
    return false;
}

bool lap_make(lap *l, const lap_options *o)
{
    const search *q = o->g->q;
    walk w = {.o = o, .from = memory_new((size_t)search_count(q) + 1, sizeof *w.from)};
    bool ok = true;
    for (uint32_t i = 0; ok && i < q->system->p->threads; i++) {
        if (!(o->met >> i & 1))
            continue;
        w.thread = i;
        w.moves = o->moved >> i & 1;
        ok = walk_on(l, &w, l->count ? l->states[l->count - 1] : o->start);
    }
    w.thread = NO_THREAD;
    if (ok && (!l->count || l->states[l->count - 1] != o->start))
        ok = walk_on(l, &w, l->count ? l->states[l->count - 1] : o->start);
    free(w.queue);
    free(w.from);
    return ok;
}

void lap_fini(lap *l)
{
    free(l->states);
    *l = (lap){0};
}
