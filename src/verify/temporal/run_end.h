// SPDX-License-Identifier: MIT
// Runs that end. Where nobody has to go on, the last letter goes on for ever; whether the automaton
// accepts that depends on its state and on the letter alone. So each letter with which a run ends is asked once.

#ifndef VERIFY_RUN_END_H
#define VERIFY_RUN_END_H

#include "verify/temporal/run_graph.h"

typedef struct run_ends {
    const run_graph *r;
    bool **accepted; // by trait of the graph, and state of the automaton; NULL: not asked yet
    uint32_t count;  // of traits
} run_ends;

void run_ends_init(run_ends *e, const run_graph *r);
void run_ends_fini(run_ends *e);
// May a run end in this state of the graph, and is it accepted from this one of the automaton on?
bool run_ends_accept(run_ends *e, uint32_t state, uint32_t of);

#endif
