// SPDX-License-Identifier: MIT
// Which states of the spec are possible between the events of a history that breaks a condition.
//
// A state is possible after an event if some order leads to it that has all operations that have
// returned by then, any of those that are open, and no others. What is open has the result that it
// will return. That may leave no state even before the culprit's return, which nothing explains: others
// may have returned what they could only after another result of it. Then, and up to its return, the
// culprit may have any result. Everything before its return can be explained, so a state is left up to
// there, and none after it.

#ifndef JUDGE_POSSIBLE_STATES_H
#define JUDGE_POSSIBLE_STATES_H

#include "judge/evidence/order_graph.h"

// The culprit, where its return is the last event of a history under a prefix-closed condition; else
// LP_NO_EVENT.
uint32_t counts_as_open(const judge *j, const judge_task *task, uint32_t culprit);

// Before the first event and after each; ends where none is left. `g` is of this history. NULL: the
// condition does not keep real time and prefixes, or there are too many orders.
lp_possible *possible_states(const order_graph *g, uint32_t culprit, uint32_t *count);

// Of a run that breaks the condition, of which v->history has only some operations: v->explanation gets
// the states that were possible between the events of the run, as far as the first return that nothing
// explains. Not of several objects, nor where there is too much to look at.
void possible_states_of_run(const judge *j, lp_history *run, const lp_spec *spec, limits *l,
                            lp_verdict *v);

#endif
