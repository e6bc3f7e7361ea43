// SPDX-License-Identifier: MIT
// What is inside a graph of states: state.c fills it, state_cycles.c looks for cycles.

#ifndef EXPLORE_STATE_GRAPH_H
#define EXPLORE_STATE_GRAPH_H

#include "explore/state.h"

typedef struct node {
    uint64_t low, high;
    uint32_t parent, choice; // how it was first reached
} node;

typedef struct edge {
    uint32_t from, to; // to STATE_NONE: an end
    uint32_t choice;
    turns turns;
} edge;

struct state_graph {
    node *nodes;
    uint32_t count, capacity;
    uint32_t *table; // node number + 1
    uint64_t table_size;
    edge *edges;
    uint64_t edge_count, edge_capacity;
};

#endif
