// SPDX-License-Identifier: MIT
// Cycles in the graph of states: strongly connected components by Tarjan's algorithm (1972),
// without recursion. Within one, every edge can be taken infinitely often.

#include "explore/search/state_graph.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct walk {
    components *c;
    uint32_t *order, *low;
} walk;

static void sort_edges(components *c)
{
    const state_graph *g = c->g;
    c->start = memory_new((size_t)g->count + 2, sizeof *c->start);
    c->out = memory_new(g->edge_count + 1, sizeof *c->out);
    for (uint64_t i = 0; i < g->edge_count; i++)
        c->start[g->edges[i].from + 2]++;
    for (uint32_t i = 2; i < g->count + 2; i++)
        c->start[i] += c->start[i - 1];
    for (uint64_t i = 0; i < g->edge_count; i++)
        c->out[c->start[g->edges[i].from + 1]++] = i;
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
        w->c->of[state] = w->c->count;
    } while (state != root);
    w->c->count++;
}

static void walk_from(walk *w, uint32_t first, uint32_t *counter, frame *frames, uint32_t *stack)
{
    const components *c = w->c;
    uint32_t depth = 0, on_stack = 0;
    frames[depth++] = (frame){first, c->start[first]};
    w->order[first] = w->low[first] = ++*counter;
    stack[on_stack++] = first;
    while (depth) {
        frame *f = &frames[depth - 1];
        if (f->next < c->start[f->state + 1]) {
            uint64_t number = c->out[f->next++];
            uint32_t to = c->g->edges[number].to;
            if (to == STATE_NONE || c->gone[number])
                continue;
            if (!w->order[to]) {
                w->order[to] = w->low[to] = ++*counter;
                stack[on_stack++] = to;
                frames[depth++] = (frame){to, c->start[to]};
            } else if (c->of[to] == STATE_NONE && w->order[to] < w->low[f->state]) {
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

void components_find(components *c, const state_graph *g, const bool *gone)
{
    uint32_t n = g->count, counter = 0;
    *c = (components){.g = g, .gone = gone};
    sort_edges(c);
    walk w = {.c = c};
    w.order = memory_new((size_t)n + 1, sizeof *w.order);
    w.low = memory_new((size_t)n + 1, sizeof *w.low);
    c->of = memory_new((size_t)n + 1, sizeof *c->of);
    frame *frames = memory_new((size_t)n + 1, sizeof *frames);
    uint32_t *stack = memory_new((size_t)n + 1, sizeof *stack);
    for (uint32_t i = 0; i < n; i++)
        c->of[i] = STATE_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (!w.order[i])
            walk_from(&w, i, &counter, frames, stack);
    free(frames);
    free(stack);
    free(w.order);
    free(w.low);
}

void components_fini(components *c)
{
    free(c->start);
    free(c->out);
    free(c->of);
}

// A search within one component for an edge by which one of `who` steps, or, with 0,
// for the state `goal`.
typedef struct finder {
    const components *c;
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
    const edge *edges = f->c->g->edges;
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
    const components *c = f->c;
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < c->g->count; i++)
        f->reached_by[i] = 0;
    f->queue[tail++] = from;
    while (head < tail) {
        uint32_t at = f->queue[head++];
        for (uint64_t k = c->start[at]; k < c->start[at + 1]; k++) {
            const edge *e = &c->g->edges[c->out[k]];
            if (!components_inside(c, c->out[k]))
                continue;
            if (who ? edge_turns(c->g, e)->stepped & who : e->to == goal) {
                note_way(f, from, at);
                note_lap(f, e);
                *stepped |= edge_turns(c->g, e)->stepped;
                return e->to;
            }
            if (!f->reached_by[e->to] && e->to != from) {
                f->reached_by[e->to] = c->out[k] + 1;
                f->queue[tail++] = e->to;
            }
        }
    }
    return STATE_NONE; // nobody of them steps here
}

uint32_t *components_lap(const components *c, uint32_t state, uint32_t *count)
{
    const state_graph *g = c->g;
    finder f = {.c = c};
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
    *count = f.lap_count;
    return f.lap;
}
