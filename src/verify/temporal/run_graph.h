// SPDX-License-Identifier: MIT
// The product of a graph of states and an automaton that reads its runs: the vertices are pairs, and a
// path is a run together with what the automaton makes of it. Where a run may end, the last letter
// goes on for ever, without a step; a run that has ended does not begin again, so ended states are
// states of their own.

#ifndef VERIFY_RUN_GRAPH_H
#define VERIFY_RUN_GRAPH_H

#include "temporal/automaton/omega_automaton.h"
#include "verify/search/kept_graph.h"

enum {
    RUN_ENDED = UINT64_MAX, // in place of an edge of the graph
    RUN_GRAPH_MOST = 1 << 30,
};

typedef struct run_graph {
    const state_graph *g;
    const omega_automaton *a;
    uint32_t count; // of vertices
} run_graph;

typedef struct run_edge {
    uint32_t from, to; // vertices
    uint64_t step;     // an edge of the graph of states, or RUN_ENDED
    uint64_t marks;
    uint32_t who; // GRAPH_NOBODY: nobody has to take it
} run_edge;

// The edges of one vertex, one after another.
typedef struct run_edges {
    uint32_t vertex, state;
    uint32_t first, end; // edges of the automaton,
    uint32_t next;       // and the next one
    uint64_t step, last; // of those of the graph, up to the last; RUN_ENDED: where a run may end
    uint64_t letter;     // of that step
    uint32_t who;
    bool rests;
} run_edges;

// False: there are too many vertices.
bool run_graph_init(run_graph *r, const state_graph *g, const omega_automaton *a);

static inline bool run_has_ended(const run_graph *r, uint32_t vertex)
{
    return vertex / r->a->state_count >= r->g->count;
}

static inline uint32_t run_state(const run_graph *r, uint32_t vertex)
{
    uint32_t state = vertex / r->a->state_count;
    return state >= r->g->count ? state - r->g->count : state;
}

run_edges run_edges_of(const run_graph *r, uint32_t vertex);
bool run_edges_next(const run_graph *r, run_edges *at, run_edge *out); // false: there are no more

// Where in the edges of a vertex one is, in eight bytes; and back.
typedef struct run_place {
    uint32_t step, next;
} run_place;

run_place run_edges_place(const run_graph *r, const run_edges *at);
run_edges run_edges_from(const run_graph *r, uint32_t vertex, run_place p);

#endif
