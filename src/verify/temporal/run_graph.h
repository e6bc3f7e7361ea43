// SPDX-License-Identifier: MIT
// The product of a graph of states and an automaton that reads its runs: the vertices are pairs, and a
// path is a run together with what the automaton makes of it. Where a run may end, the last letter
// goes on for ever, without a step: that is no edge, but a question of its own (run_end.h).

#ifndef VERIFY_RUN_GRAPH_H
#define VERIFY_RUN_GRAPH_H

#include "temporal/automaton/omega_automaton.h"
#include "verify/search/kept_graph.h"

enum { RUN_GRAPH_MOST = 1 << 30 };

typedef struct run_graph {
    const state_graph *g;
    const omega_automaton *a;
    uint32_t count; // of vertices
} run_graph;

typedef struct run_edge {
    uint32_t state, of; // where it leads: a state of the graph, and one of the automaton
    uint64_t step;      // an edge of the graph of states
    uint64_t marks;
    uint32_t who; // GRAPH_NOBODY: nobody has to take it
} run_edge;

// The edges of one vertex, one after another.
typedef struct run_edges {
    uint32_t state, of;
    uint32_t first, end; // edges of the automaton,
    uint32_t next;       // and the next one
    uint64_t step, last; // of those of the graph, up to the last
    uint64_t holds;      // in the state,
    uint64_t letter;     // and with that step,
    uint64_t marks;      // which this letter has
    uint32_t who;
} run_edges;

// False: there are too many vertices.
bool run_graph_init(run_graph *r, const state_graph *g, const omega_automaton *a);

static inline uint32_t run_vertex(const run_graph *r, uint32_t state, uint32_t of)
{
    return state * r->a->state_count + of;
}

// Is every run accepted, once the automaton is in this state?
bool run_accepts_all(const run_graph *r, uint32_t of);
run_edges run_edges_of(const run_graph *r, uint32_t state, uint32_t of);
bool run_edges_next(const run_graph *r, run_edges *at, run_edge *out); // false: there are no more

// Where in the edges of a vertex one is, in four bytes; and back.
uint32_t run_edges_place(const run_graph *r, const run_edges *at);
run_edges run_edges_from(const run_graph *r, uint32_t state, uint32_t of, uint32_t at_place);

#endif
