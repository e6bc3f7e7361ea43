// SPDX-License-Identifier: MIT
// All executions of the scenarios, as one graph, for the question in which steps operations take effect. A node is
// a state of an execution, an edge a step; from node EFFECT_START an edge leads to each scenario. Equal states
// are one node, so what is decided about a node, with one past, cannot look into the future; without merging (--search
// paths) it is the tree of all prefixes of executions.
//
//     effect_graph *g = effect_graph_new(subject, merge);
//     for each scenario
//         effect_graph_begin(g, sc);             forgets what was not finished
//         … effect_graph_node, effect_graph_add …
//         effect_graph_finish(g, …);             this scenario was gone through
//     effect_graph_keep(g);                      so was a size; effect_graph_rewind: back to here
//     effect_graph_close(g);                     now it can be read
//
// A step that ends an operation is two edges: the step, and the return. A place is what is told of a step: where it is
// in the code, whether it failed (a compare-and-swap), and where its thread came to next, or what kind of
// result it brings. It is known when the step has been made, for what a thread does between two steps depends on nobody else.

#ifndef EXPLORE_EFFECT_GRAPH_H
#define EXPLORE_EFFECT_GRAPH_H

#include "base/intern.h"
#include "explore/runtime/runtime.h"
#include "harness/test_object.h"

enum { EFFECT_START, EFFECT_END }; // nodes: before all scenarios, after an execution
enum { NO_METHOD = UINT32_MAX };
enum { NO_CHOICE = UINT32_MAX };

typedef enum effect_kind { // of a result
    EFFECT_NOT_YET,        // the thread has not come to its return
    EFFECT_NIL,
    EFFECT_TRUE,
    EFFECT_FALSE,
    EFFECT_OTHER, // and of methods that return nothing
    EFFECT_KINDS
} effect_kind;

effect_kind effect_kind_of(lp_value result);

typedef struct effect_place {
    uint32_t method; // of the object; NO_METHOD: no operation
    uint32_t failed;
    const void *pc,
        *after; // the first return address that was met at this spot of the source; `after` NULL:
                // it comes to its return
    uint32_t result; // an effect_kind
    uint32_t unused;
} effect_place;

typedef enum effect_move {
    MOVE_NOTHING, // no step of an operation
    MOVE_STEP,
    MOVE_RETURN,
    MOVE_ALONE, // a call by main while no thread runs: it takes effect at once
} effect_move;

typedef struct effect_label {
    uint32_t move;
    uint32_t process, method;
    uint32_t place;  // of a step: its number
    uint32_t begins; // the operation begins with this step, with this argument
    uint32_t unused;
    lp_value value; // or the result
} effect_label;

typedef struct effect_edge {
    uint32_t from, to, label;
    uint32_t choice; // as a schedule has it; from EFFECT_START: which scenario; NO_CHOICE: none
} effect_edge;

typedef struct effect_scenario {
    char *name; // as --scenario takes it
    uint64_t shared_stacks, shared_tls;
} effect_scenario;

typedef struct effect_graph effect_graph;

effect_graph *effect_graph_new(const subject *s, bool merge);
void effect_graph_free(effect_graph *g);
void effect_graph_begin(effect_graph *g, const scenario *sc);
void effect_graph_again(effect_graph *g); // the same scenario, from its start
// In it the stacks and thread-local variables of these threads were shared: see schedule_text.h.
void effect_graph_finish(effect_graph *g, uint64_t shared_stacks, uint64_t shared_tls);
void effect_graph_keep(effect_graph *g);
void effect_graph_rewind(effect_graph *g);
bool effect_graph_merges(const effect_graph *g);
// The node of a state with this hash; another one each time where equal states are not merged.
uint32_t effect_graph_node(effect_graph *g, const uint64_t hash[2]);
uint32_t effect_graph_place(effect_graph *g, const effect_place *p);
// The moves that this choice makes, one edge each.
void effect_graph_add(effect_graph *g, uint32_t from, uint32_t to, uint32_t choice,
                      const effect_label *moves, uint32_t count);
void effect_graph_close(effect_graph *g);

const subject *effect_graph_subject(const effect_graph *g);
uint32_t effect_graph_processes(const effect_graph *g); // of the scenario with most of them
uint32_t effect_graph_nodes(const effect_graph *g);
size_t effect_graph_edge_count(const effect_graph *g);
bool effect_graph_returns(const effect_graph *g, uint32_t method); // does it return anything?
uint32_t effect_graph_place_count(const effect_graph *g);
effect_place effect_graph_place_get(const effect_graph *g, uint32_t place);
const effect_label *effect_graph_label(const effect_graph *g, uint32_t label);
const effect_edge *effect_graph_edges(const effect_graph *g, uint32_t node, uint32_t *count);
// Of an edge from EFFECT_START.
const effect_scenario *effect_graph_scenario(const effect_graph *g, const effect_edge *e);

#endif
