// SPDX-License-Identifier: MIT
// A transition system as a graph that is made while it is looked at: states are numbers from 0, and
// a state's edges, with the labels that are seen of them, are made when they are first asked for.
// States are told apart by their cells, nodes renumbered. Moves of a process that are taken at once go with the
// move before them (at_once_path.h); nothing else is reduced. A graph may also be given by its edges: read from a
// file, or what is left of another after minimisation.

#ifndef VERIFY_STEP_GRAPH_H
#define VERIFY_STEP_GRAPH_H

#include "base/io/limits.h"
#include "verify/canonical/orbit_form.h"
#include "verify/compare/visible_labels.h"
#include "verify/system/at_once_path.h"
#include "verify/system/dead_messages.h"

enum { GRAPH_FAILED = UINT32_MAX };

typedef struct graph_edge {
    uint32_t label, to;
} graph_edge;

// Sorts by label and target, and puts each once to `to`, which may be the same place or before it: how many.
size_t graph_edges_sort(graph_edge *edges, size_t count, graph_edge *to);

typedef struct step_graph step_graph;

typedef struct graph_options {
    const transition_system *system;
    const uint32_t *labels; // of each offer; they must stay while the graph does
    move_labels *seen;      // instead of them: of each move; NULL: there are `labels`
    // Or, instead of both: of each move once it is made, with the state that it leads to.
    uint32_t (*label)(void *labeller, const move *m, const int32_t *after);
    void *labeller;
    bool interpreted;    // moves are made by the interpreter, not by the compiled program
    limits *limits;      // may be NULL
    dead_filter *filter; // of messages that can no longer change anything; NULL: they stay
} graph_options;

step_graph *step_graph_new(const graph_options *o);
// `edges` becomes the graph's: those of state s are at first[s] up to first[s + 1]. They are sorted.
step_graph *step_graph_of_edges(uint32_t start, uint32_t states, const size_t *first,
                                graph_edge *edges);
void step_graph_free(step_graph *g);
uint32_t step_graph_start(step_graph *g); // GRAPH_FAILED
// Sorted by label and target, none twice; valid until the next call. NULL: it failed.
const graph_edge *step_graph_edges(step_graph *g, uint32_t state, uint32_t *count);
const transition_system *step_graph_system(const step_graph *g); // NULL: it was given by its edges
// A move with this label that leads from one state to the other. False: there is none.
bool step_graph_move(step_graph *g, uint32_t from, const graph_edge *edge, move *out);
// After that: those that were taken at once after it.
const move *step_graph_settled(const step_graph *g, uint32_t *count);
// Does the interpreter, too, make such a move? Not where moves are taken at once.
bool step_graph_confirm(step_graph *g, uint32_t from, const graph_edge *edge);
uint32_t step_graph_count(const step_graph *g); // states that were met
uint64_t step_graph_edge_count(const step_graph *g);
uint64_t
step_graph_moves(const step_graph *g); // that were made, those to the same state each for itself
uint64_t step_graph_bytes(const step_graph *g); // memory held
const int32_t *step_graph_cells(const step_graph *g, uint32_t state);
// The state that has its names called otherwise.
uint32_t step_graph_permuted(step_graph *g, uint32_t state, orbit_form *f, uint32_t permutation);
// How a step failed; PROBLEM_NONE: none did, or a limit was reached.
const run *step_graph_failure(const step_graph *g);

#endif
