// SPDX-License-Identifier: MIT
// Cycles in the graph of states. Strongly connected components by Tarjan's
// algorithm, without recursion. Within one, all edges can be taken again and again.
// So a component is an endless run in which nobody who can always go on is passed
// over, if every thread takes one of its edges or cannot go on somewhere in it.

#include "explore/state_graph.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct walk {
    const state_graph *g;
    uint64_t *start; // of a state's edges in `out`
    uint64_t *out;   // edges, by their source
    uint32_t *order, *low, *component;
    uint32_t components;
} walk;

static void sort_edges(walk *w)
{
    const state_graph *g = w->g;
    w->start = memory_new((size_t)g->count + 2, sizeof *w->start);
    w->out = memory_new(g->edge_count + 1, sizeof *w->out);
    for (uint64_t i = 0; i < g->edge_count; i++)
        w->start[g->edges[i].from + 2]++;
    for (uint32_t i = 2; i < g->count + 2; i++)
        w->start[i] += w->start[i - 1];
    for (uint64_t i = 0; i < g->edge_count; i++)
        w->out[w->start[g->edges[i].from + 1]++] = i;
}

// Frames of the depth-first walk: a state and which of its edges comes next.
typedef struct frame {
    uint32_t state;
    uint64_t next;
} frame;

static void close_component(walk *w, uint32_t *stack, uint32_t *on_stack, uint32_t root)
{
    uint32_t state;
    do {
        state = stack[--*on_stack];
        w->component[state] = w->components;
    } while (state != root);
    w->components++;
}

static void walk_from(walk *w, uint32_t first, uint32_t *counter, frame *frames, uint32_t *stack)
{
    const state_graph *g = w->g;
    uint32_t depth = 0, on_stack = 0;
    frames[depth++] = (frame){first, w->start[first]};
    w->order[first] = w->low[first] = ++*counter;
    stack[on_stack++] = first;
    while (depth) {
        frame *f = &frames[depth - 1];
        if (f->next < w->start[f->state + 1]) {
            uint32_t to = g->edges[w->out[f->next++]].to;
            if (to == STATE_NONE)
                continue;
            if (!w->order[to]) {
                w->order[to] = w->low[to] = ++*counter;
                stack[on_stack++] = to;
                frames[depth++] = (frame){to, w->start[to]};
            } else if (w->component[to] == STATE_NONE && w->order[to] < w->low[f->state]) {
                w->low[f->state] = w->order[to];
            }
            continue;
        }
        uint32_t state = f->state;
        depth--;
        if (w->low[state] == w->order[state])
            close_component(w, stack, &on_stack, state);
        else if (w->low[state] < w->low[frames[depth - 1].state])
            w->low[frames[depth - 1].state] = w->low[state];
    }
}

static void find_components(walk *w)
{
    uint32_t n = w->g->count, counter = 0;
    sort_edges(w);
    w->order = memory_new((size_t)n + 1, sizeof *w->order);
    w->low = memory_new((size_t)n + 1, sizeof *w->low);
    w->component = memory_new((size_t)n + 1, sizeof *w->component);
    frame *frames = memory_new((size_t)n + 1, sizeof *frames);
    uint32_t *stack = memory_new((size_t)n + 1, sizeof *stack);
    for (uint32_t i = 0; i < n; i++)
        w->component[i] = STATE_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (!w->order[i])
            walk_from(w, i, &counter, frames, stack);
    free(frames);
    free(stack);
}

static void walk_fini(walk *w)
{
    free(w->start);
    free(w->out);
    free(w->order);
    free(w->low);
    free(w->component);
}

static bool inside(const walk *w, const edge *e)
{
    return e->to != STATE_NONE && w->component[e->from] == w->component[e->to];
}

uint32_t state_graph_fair_cycle(const state_graph *g)
{
    walk w = {.g = g};
    find_components(&w);
    turns *of = memory_new((size_t)w.components + 1, sizeof *of);
    for (uint64_t i = 0; i < g->edge_count; i++)
        if (inside(&w, &g->edges[i])) {
            turns *t = &of[w.component[g->edges[i].from]];
            t->stepped |= g->edges[i].turns.stepped;
            t->idle |= g->edges[i].turns.idle;
        }
    uint32_t found = STATE_NONE;
    for (uint32_t i = 0; i < g->count && found == STATE_NONE; i++) {
        turns t = of[w.component[i]];
        if (t.stepped && (t.stepped | t.idle) == UINT32_MAX)
            found = i;
    }
    free(of);
    walk_fini(&w);
    return found;
}

// A search within one component for an edge by which one of `who` steps, or, with 0,
// for the state `goal`.
typedef struct finder {
    const walk *w;
    uint32_t *queue;
    uint64_t *reached_by; // edge + 1
    uint32_t *lap;
    uint32_t lap_count, lap_capacity;
} finder;

static void note_lap(finder *f, const edge *e)
{
    if (e->choice == CHOICE_NONE)
        return;
    MEMORY_GROW(f->lap, f->lap_capacity, f->lap_count + 1);
    f->lap[f->lap_count++] = e->choice;
}

// The edges by which the search came from `from` to `state`, in order.
static void note_way(finder *f, uint32_t from, uint32_t state)
{
    const edge *edges = f->w->g->edges;
    uint32_t n = 0;
    while (state != from) {
        f->queue[n++] = (uint32_t)(f->reached_by[state] - 1); // the queue is not needed any more
        state = edges[f->reached_by[state] - 1].from;
    }
    while (n)
        note_lap(f, &edges[f->queue[--n]]);
}

// Goes on from `from` and notes the way; the state it comes to.
static uint32_t go(finder *f, uint32_t from, uint32_t who, uint32_t goal, uint32_t *stepped)
{
    const walk *w = f->w;
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < w->g->count; i++)
        f->reached_by[i] = 0;
    f->queue[tail++] = from;
    while (head < tail) {
        uint32_t at = f->queue[head++];
        for (uint64_t k = w->start[at]; k < w->start[at + 1]; k++) {
            const edge *e = &w->g->edges[w->out[k]];
            if (!inside(w, e))
                continue;
            if (who ? e->turns.stepped & who : e->to == goal) {
                note_way(f, from, at);
                note_lap(f, e);
                *stepped |= e->turns.stepped;
                return e->to;
            }
            if (!f->reached_by[e->to] && e->to != from) {
                f->reached_by[e->to] = w->out[k] + 1;
                f->queue[tail++] = e->to;
            }
        }
    }
    return STATE_NONE; // nobody of them steps here
}

uint32_t *state_graph_lap(const state_graph *g, uint32_t state, uint32_t *count)
{
    walk w = {.g = g};
    find_components(&w);
    finder f = {.w = &w};
    f.queue = memory_new((size_t)g->count + 1, sizeof *f.queue);
    f.reached_by = memory_new((size_t)g->count + 1, sizeof *f.reached_by);
    uint32_t at = state, stepped = 0, next;
    for (uint32_t bit = 1; bit; bit <<= 1)
        if (!(stepped & bit) && (next = go(&f, at, bit, 0, &stepped)) != STATE_NONE)
            at = next;
    if (at != state)
        go(&f, at, 0, state, &stepped);
    free(f.queue);
    free(f.reached_by);
    walk_fini(&w);
    *count = f.lap_count;
    return f.lap;
}
