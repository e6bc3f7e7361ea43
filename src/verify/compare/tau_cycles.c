// SPDX-License-Identifier: MIT
// See tau_cycles.h.

#include "verify/compare/tau_cycles.h"

#include "base/memory.h"

#include <stdlib.h>

enum { UNMET = 0 };

// A state that was met: when, and the earliest of its stack that it leads back to.
typedef struct met_state {
    uint32_t when, low, next; // next: the edge that is to be followed
    bool stacked, cyclic;
} met_state;

struct tau_cycles {
    step_graph *graph;
    met_state *met;
    size_t met_capacity;
    uint32_t clock;
    uint32_t *path, *stack; // those that are followed, and those whose component is not known
    size_t path_count, path_capacity, stack_count, stack_capacity;
};

tau_cycles *tau_cycles_new(step_graph *g)
{
    tau_cycles *t = memory_new(1, sizeof *t);
    t->graph = g;
    return t;
}

void tau_cycles_free(tau_cycles *t)
{
    if (!t)
        return;
    free(t->met);
    free(t->path);
    free(t->stack);
    free(t);
}

static met_state *at(tau_cycles *t, uint32_t state)
{
    MEMORY_GROW_ZERO(t->met, t->met_capacity, (size_t)state + 1);
    return &t->met[state];
}

static void begin(tau_cycles *t, uint32_t state)
{
    met_state *m = at(t, state);
    m->when = m->low = ++t->clock;
    m->stacked = true;
    MEMORY_GROW(t->path, t->path_capacity, t->path_count + 1);
    t->path[t->path_count++] = state;
    MEMORY_GROW(t->stack, t->stack_capacity, t->stack_count + 1);
    t->stack[t->stack_count++] = state;
}

// All that its stack holds from it on are one component.
static void close_component(tau_cycles *t, uint32_t state)
{
    bool several = t->stack[t->stack_count - 1] != state;
    uint32_t top;
    do {
        top = t->stack[--t->stack_count];
        at(t, top)->stacked = false;
        at(t, top)->cyclic |= several;
    } while (top != state);
}

static void finish(tau_cycles *t, uint32_t state)
{
    t->path_count--;
    uint32_t low = at(t, state)->low;
    if (low == at(t, state)->when)
        close_component(t, state);
    if (t->path_count) {
        met_state *before = at(t, t->path[t->path_count - 1]);
        before->low = low < before->low ? low : before->low;
    }
}

bool tau_cycles_on(tau_cycles *t, uint32_t state, bool *on)
{
    if (at(t, state)->when == UNMET)
        begin(t, state);
    while (t->path_count) {
        uint32_t now = t->path[t->path_count - 1], count;
        const graph_edge *edges = step_graph_edges(t->graph, now, &count);
        if (!edges)
            return false;
        uint32_t k = at(t, now)->next++;
        if (k == count || edges[k].label != LABEL_UNSEEN) {
            finish(t, now);
            continue;
        }
        met_state *to = at(t, edges[k].to), *from = at(t, now);
        if (to->when == UNMET)
            begin(t, edges[k].to);
        else if (to->stacked && to->when < from->low)
            from->low = to->when;
        at(t, now)->cyclic |= edges[k].to == now;
    }
    *on = at(t, state)->cyclic;
    return true;
}

// Goes round breadth first; `came` has for each state met the place of the one before it, + 1.
uint32_t *tau_cycles_lap(tau_cycles *t, uint32_t state, uint32_t *count)
{
    uint32_t total = step_graph_count(t->graph), met = 1, at_end = UINT32_MAX;
    uint32_t *list = memory_new((size_t)total + 2, sizeof *list);
    uint32_t *came = memory_new((size_t)total + 2, sizeof *came);
    bool *seen = memory_new((size_t)total + 1, sizeof *seen);
    list[0] = state;
    for (uint32_t i = 0; i < met && at_end == UINT32_MAX; i++) {
        uint32_t edge_count = 0;
        const graph_edge *edges = step_graph_edges(t->graph, list[i], &edge_count);
        for (uint32_t k = 0; edges && k < edge_count && edges[k].label == LABEL_UNSEEN; k++) {
            uint32_t to = edges[k].to;
            if (seen[to])
                continue;
            seen[to] = true;
            list[met] = to;
            came[met++] = i;
            if (to == state) {
                at_end = met - 1;
                break;
            }
        }
    }
    *count = 0;
    for (uint32_t i = at_end; i != UINT32_MAX && i != 0; i = came[i])
        ++*count;
    uint32_t *lap = memory_new((size_t)*count + 1, sizeof *lap), k = *count;
    for (uint32_t i = at_end; i != UINT32_MAX && i != 0; i = came[i])
        lap[--k] = list[i];
    free(list);
    free(came);
    free(seen);
    return lap;
}
