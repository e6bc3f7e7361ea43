// SPDX-License-Identifier: MIT
// Refinement in the failures and the failures-divergences model of CSP, and what can be said of one
// process in these terms (Roscoe, "Model-checking CSP", 1994; "The Theory and Practice of Concurrency",
// 1997). Pairs of a state of A and a state of the normal form of B are gone through, those first that
// the shortest traces lead to.
//
//     traces        every trace of A is one of B
//     failures      and after a trace of both, a stable state of A (in which nothing hidden can happen)
//                   offers all that some stable state of B offers
//     divergences   the same, unless B can diverge, where everything is allowed; and A does not
//                   diverge where B cannot
//     deterministic A does not diverge, and its stable states offer all that A can do after the trace
//     divergence    A does not diverge
//
// A trace that B has not ends the first three. Pairs are left out as pair_chains.h says; not where A has
// to be deterministic: there more states of B show more.

#ifndef VERIFY_REFINEMENT_CHECK_H
#define VERIFY_REFINEMENT_CHECK_H

#include "verify/compare/normal_form.h"
#include "verify/compare/tau_cycles.h"

typedef enum refinement_kind {
    CHECK_TRACES,
    CHECK_FAILURES,
    CHECK_DIVERGENCES,
    CHECK_DETERMINISTIC, // b is a itself, once more
    CHECK_DIVERGENCE_FREE
} refinement_kind;

typedef enum refinement_end {
    REFINEMENT_HOLDS,
    REFINEMENT_TRACE,    // the last step of the path is none of B's
    REFINEMENT_REFUSES,  // the state at the end of the path is stable and offers too little
    REFINEMENT_DIVERGES, // there is a lap there
    REFINEMENT_STOPPED,  // a limit was reached, or a step failed
    REFINEMENT_COSTLY    // never of refinement_run
} refinement_end;

// Graphs are minimised first (bisimulation.h), for the first three kinds.
typedef enum minimising { MINIMISE_IF_WORTH, MINIMISE_NEVER, MINIMISE_ALWAYS } minimising;

typedef struct refinement_check {
    refinement_kind kind;
    step_graph *a, *b; // b: NULL if nothing is compared
    limits *limits;
    bool exact;          // no antichains, and
    minimising minimise; // otherwise: both are for comparison
    uint32_t most_alike; // pairs after traces of one length: then it stops; 0: any number
    // What was found: edges of A from its first state on, and states of the lap after the last one.
    graph_edge *path;
    uint32_t path_count;
    uint32_t *lap;
    uint32_t lap_count;
    uint32_t refused; // of CHECK_DETERMINISTIC: what can be done, and can be refused
    uint64_t pairs;   // that were gone through
    uint32_t sets;    // of the normal form of B
} refinement_check;

refinement_end refinement_run(refinement_check *c);
void refinement_fini(refinement_check *c); // what was found

#endif
