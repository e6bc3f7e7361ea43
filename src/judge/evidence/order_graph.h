// SPDX-License-Identifier: MIT
// All orders of some of a history's operations that keep what a condition asks for and that the spec
// allows, as a graph of (operations done, spec state), each met once. What is explained of a small
// counterexample is read off it: partial_orders.h, possible_states.h.

#ifndef JUDGE_ORDER_GRAPH_H
#define JUDGE_ORDER_GRAPH_H

#include "base/intern.h"
#include "judge/judge.h"
#include "spec/automaton.h"

enum { EXPLAINED_OPERATIONS = 64 };

// Operations that take effect together: one, unless the spec synchronises several.
typedef struct order_group {
    uint32_t sync; // which synchronisation; without `syncs`, the method
    uint8_t count, ops[LP_MAX_ARITY];
} order_group;

typedef struct order_node {
    uint64_t done; // operations, a bit each
    uint32_t state, parent;
    order_group last;
    uint32_t result;                    // of the operation that counts as open; 0: it was not done
    uint16_t effects, length, returned; // operations that were done, and how many have returned
} order_node;

typedef struct order_graph {
    const judge *judge;
    const judge_task *task;
    automaton *automaton;
    intern *known; // keys of nodes, which have the same numbers
    order_node *nodes;
    uint32_t count;
    size_t capacity;
    uint64_t before[EXPLAINED_OPERATIONS]; // what has to come first
    uint32_t calls[EXPLAINED_OPERATIONS], wants[EXPLAINED_OPERATIONS];
    uint32_t open; // an operation that counts as open although it has returned; or LP_NO_EVENT
    uint32_t groups;
} order_graph;

enum { ORDER_NO_PARENT = UINT32_MAX };

// Are there few enough operations, is the condition one about orders?
bool order_graph_suits(const judge *j, const judge_task *task);
// False: there are too many orders, or a limit was reached. To be given back in any case.
bool order_graph_init(order_graph *g, const judge *j, const judge_task *task, uint32_t open);
void order_graph_fini(order_graph *g);

// Nothing that has to come before it is missing.
bool order_graph_may_come(const order_graph *g, const order_node *n, uint32_t op);
char *order_graph_state(const order_graph *g, uint32_t state);

typedef struct order_visit {
    order_graph *g;
    order_node from; // a copy: nodes are added
    uint32_t at;
    void (*visit)(struct order_visit *v, const order_group *it);
    void *context;
} order_visit;

// All that could take effect next, but for the spec.
void order_graph_visit(order_visit *v);

#endif
