// SPDX-License-Identifier: MIT
// A graph that was made while it was looked at (step_graph.h), made to its end: what a search over all states would
// say of it. It has the states of such a search, which takes the same moves at once.

#ifndef VERIFY_WHOLE_GRAPH_H
#define VERIFY_WHOLE_GRAPH_H

#include "verify/compare/step_graph.h"

// What is claimed of each state.
typedef struct state_claims {
    bool invariants;
    bool goes_on; // where something has to happen, something can
} state_claims;

typedef enum whole_end {
    WHOLE_DONE,
    WHOLE_WRONG,  // what is claimed does not hold in some state
    WHOLE_STOPPED // a limit was reached, or a step failed
} whole_end;

whole_end whole_graph_make(step_graph *g, const state_claims *claims);
// Of one that was made to its end: how many moves away from the start the last state is.
uint32_t whole_graph_depth(step_graph *g);

#endif
