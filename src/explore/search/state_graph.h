// SPDX-License-Identifier: MIT
// What is inside a graph of states: state_table.c fills it, state_cycles.c looks for cycles,
// state_fair.c for those that a fair scheduler need not leave.

#ifndef EXPLORE_STATE_GRAPH_H
#define EXPLORE_STATE_GRAPH_H

#include "base/intern.h"
#include "explore/search/state_table.h"

#include <stddef.h>

typedef struct node {
    uint64_t low, high;
    uint64_t history;        // what was called and has returned
    uint32_t parent, choice; // how it was first reached
    bool dozes;
} node;

typedef struct edge {
    uint32_t from, to; // to STATE_NONE: an end
    uint32_t choice;
    uint32_t turns; // which of them
} edge;

struct state_graph {
    node *nodes;
    uint32_t count, capacity;
    uint32_t *table; // node number + 1
    uint64_t table_size;
    edge *edges;
    uint64_t edge_count, edge_capacity;
    intern *turns;
};

static inline const turns *edge_turns(const state_graph *g, const edge *e)
{
    return intern_get(g->turns, e->turns, NULL);
}

// Strongly connected components, by the edges that are not `gone`.
typedef struct components {
    const state_graph *g;
    const bool *gone; // by edge
    uint64_t *start;  // of a state's edges in `out`
    uint64_t *out;    // edges, by their source
    uint32_t *of;     // which component a state is in
    uint32_t count;
} components;

void components_find(components *c, const state_graph *g, const bool *gone);
void components_fini(components *c);
static inline bool components_inside(const components *c, uint64_t number)
{
    const edge *e = &c->g->edges[number];
    return !c->gone[number] && e->to != STATE_NONE && c->of[e->from] == c->of[e->to];
}
// From a state once round, so that everybody who steps in its component does.
uint32_t *components_lap(const components *c, uint32_t state, uint32_t *count);

#endif
