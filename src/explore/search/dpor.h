// SPDX-License-Identifier: MIT
// Source-DPOR with sleep sets (Abdulla, Aronis, Jonsson, Sagonas: Optimal
// dynamic partial order reduction, POPL 2014). Executions that differ only in
// the order of independent steps are equivalent; one of each class is run to its end.
//
//     do {
//         dpor_begin(d);
//         end = execution_run(dpor_decide, d);
//         dpor_end(d);
//     } while (dpor_next(d));
//
// Two steps are dependent when they touch the same cell and one writes it
// (footprint.h), and, where real-time order is part of the history, when one
// contains a return and the other a call. A step races with an earlier dependent
// step of another thread if no step between them orders the two; the reversal of
// a race is added to the backtrack set.
//
// Where we deviate: a step that may block races with the step that took what it
// waited for, although the release lies in between; at the end of an execution,
// whatever ends it, this includes steps that are still blocked. Steps with several
// outcomes (which thread is woken) never enter a sleep set. Both cost time and lose
// no history.

#ifndef EXPLORE_DPOR_H
#define EXPLORE_DPOR_H

#include "explore/runtime/schedule.h"

typedef struct dpor dpor; // a strategy: see strategy.h

dpor *dpor_new(bool real_time); // are calls and returns of different threads in an order?
void dpor_free(dpor *d);
void dpor_begin(dpor *d);
// END_PRUNED: all that could come next was explored before.
uint32_t dpor_decide(void *d, const decision *at);
// The same, made in the thread that comes to a point: see decide_here.
uint32_t dpor_decide_here(dpor *d);
void dpor_end(dpor *d); // after the execution
bool dpor_next(dpor *d);
void dpor_cut(dpor *d, uint32_t depth, bool (*enter)(void *context), void *context);
double dpor_part_done(const dpor *d); // an estimate
bool dpor_has_more(const dpor *d);
void dpor_clear(dpor *d);

#endif
