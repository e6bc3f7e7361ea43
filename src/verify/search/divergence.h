// SPDX-License-Identifier: MIT
// Runs that go on for ever without a call or a return: threads that spin, alone or at each
// other. A state is divergent (Lawrence and Lowe, before Definition 9) if such a run begins
// there; which runs count depends on what is assumed of the scheduler. They are the strongly
// connected components of the graph of steps that keep to the assumptions:
//
//     wakeups      every one with an edge
//     minimal      and every state in which a thread waits for a condition: it may wake up,
//                  look, and wait again, for ever
//     fair         each thread makes a step in it, or cannot in some state of it
//     fair-locks   each thread makes a step in it, or cannot in any state of it; so parts of a
//                  component are looked at too (Emerson and Lei, 1987)
//
// A thread that could return, or has to call, can go on, and never does: no fair run
// leaves it so.
//
// Promises of progress are about such runs too, and about others: those of one thread alone, and
// those in which one operation stays open while others are called and return (run_view).

#ifndef VERIFY_DIVERGENCE_H
#define VERIFY_DIVERGENCE_H

#include "verify/search/lap.h"
#include "verify/search/level_search.h"
#include "verify/search/scheduling.h"

typedef enum divergence_end { DIVERGENCE_DONE, DIVERGENCE_LIMIT, DIVERGENCE_FAULT } divergence_end;

typedef struct divergence_options {
    scheduling assumed;
    bool calls; // who can call does: in a scenario
    run_view view;
    uint32_t thread; // of the view
    bool steps;      // and this thread makes a step in it
    // Does it matter if nothing is heard any more once the observer is in this state? NULL: yes.
    bool (*matters)(void *context, uint32_t observed);
    // Such a run goes through this state, the earliest of its component. False: enough.
    bool (*found)(void *context, uint32_t state, uint32_t observed);
    void *context;
    lap *lap; // of the earliest state of all that were found; NULL: not wanted
} divergence_options;

// After a complete search. Fairness needs threads that keep their names: no thread symmetry.
divergence_end divergence_find(search *q, const divergence_options *o);

// Can there be such runs at all? Not where no method has a loop.
bool divergence_possible(const program *p);

#endif
