// SPDX-License-Identifier: MIT
// Is there a run that an automaton accepts, and that keeps to what is assumed of the scheduler? Such a
// run stays in the end in a set of vertices that is strongly connected (run_graph.h), and sees all of
// it again and again. So it is looked for component by component; what each kind of fairness asks of
// the set C is (Sun, Liu, Dong and Pang, CAV 2009, after Emerson and Lei, 1987):
//
//     all          every mark of the automaton is on an edge in C
//     weak         each who can go on in all states of C takes a step in it
//     strong       each who can go on in some state of C takes a step in it
//     global       each step that somebody has to take, from a state of C, is in C
//
// Where a component does not do what `strong` and `global` ask, a part of it may: without the states
// in which somebody can go on who takes no step, it falls into components of its own.
//
// Only the core of the product is searched (run_core.h), from where it is entered. Components by Tarjan's algorithm
// (1972) in the form of Pearce (IPL 2016), whose numbers of vertices become those of components: a vertex takes four
// bytes, and one on the way that is followed eight more, or four if it waits for its component to end.

#ifndef VERIFY_FAIR_COMPONENT_H
#define VERIFY_FAIR_COMPONENT_H

#include "base/io/limits.h"
#include "model/syntax/ast_formula.h"
#include "verify/temporal/run_core.h"
#include "verify/temporal/run_end.h"

typedef enum component_end { COMPONENT_NONE, COMPONENT_FOUND, COMPONENT_LIMIT } component_end;

typedef struct fair_component {
    const run_graph *r;
    fairness fair;
    limits *limits;
    uint64_t bytes; // that it took to find out
    bool any_word;  // a vertex was met from which the automaton accepts everything
    run_core core;
    run_ends ends;
    uint32_t *part;     // by vertex of the core; 0: it cannot be reached
    uint64_t *accepted; // a bit for each part, counted from the last: such a run stays in it
    size_t accepted_capacity;
    // Of the part that was chosen: what has to be met again and again, steps or who takes them.
    uint32_t chosen;
    uint64_t *wanted;
} fair_component;

component_end fair_component_find(fair_component *c);
// Of a vertex, a pair of a state of the graph and one of the automaton: does such a run stay in its part, or end?
bool fair_component_accepts(const fair_component *c, uint32_t state, uint32_t of);
bool fair_component_ends(fair_component *c, uint32_t state, uint32_t of);
void fair_component_choose(fair_component *c, uint32_t state,
                           uint32_t of); // of a part that is accepted
bool fair_component_chosen(const fair_component *c, uint32_t state,
                           uint32_t of); // is it of that part?
void fair_component_fini(fair_component *c);

#endif
