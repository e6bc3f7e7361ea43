// SPDX-License-Identifier: MIT
// Actions of an automaton that are taken at once, because nobody can be in their way: partial order reduction
// with ample sets of one action. What independent_steps.h is for threads; an action has no thread, but mostly
// something that says whose turn it is.
//
// A cell c is a *control* of an action with its arguments if its guard begins with conditions c == v. Let A be
// the actions with the control c == v. A is *closed* if
//   1. whatever conflicts with an action of A has c for a control, too: what writes a cell that the other reads
//      or writes, what sends into, or takes out of, a channel that the other does the same with, and what
//      sends into a channel that the action of A takes from;
//   2. no action of A is a fault of the environment, is seen by what observes histories or traces, or changes
//      a cell that a claim about states looks at.
// Whatever writes c conflicts with all of A, whose guards read it, and so has c for a control. In a state in
// which c is v, then, no action but those of A can change c, so none that has the control c == w for another w
// can be taken before one of A is, and all others do not disturb those of A (1.), whether
// they are enabled now or not. So the enabled actions of A are a persistent set (Godefroid, "Partial-order methods for
// the verification of concurrent systems", 1996). If there is one of them, and it goes one way, it is taken at once.
// Conditions that are evaluated before the control could fail, so nothing but controls may stand there.
//
// A message that is sent does not disturb a receipt from the same channel: what is received was there
// before, and stays where it is if another one joins it, in a channel without order as in one that is fifo. A
// bounded channel holds up who sends, and a receipt makes room; but who sends is possible now. A receipt of A, on the other
// hand, is one of those that are possible, and a message that is sent makes more of them.
//
// The rest of the argument is that of independent_steps.h, with what is possible at the end: a state in
// which nothing is possible, or nothing but faults, is not left out, because an action that is taken at once would
// be possible in it.
//
// Names that are permuted: A under a permutation that the automaton does not notice is closed, too. Dead messages are
// dropped from states before and after, and stay dead, so actions that change places still do; but a claim that looks at
// channels is evaluated in the states that are met, so both are not combined then (claim_looks.h). Where messages are
// received at once (eager_receipts.h), a step that sends is also one of the receiver: no action of A may send.

#ifndef VERIFY_INDEPENDENT_ACTIONS_H
#define VERIFY_INDEPENDENT_ACTIONS_H

#include "verify/system/transition_system.h"

typedef struct independent_actions independent_actions;

typedef struct independent_claims {
    const instance *v;
    bool traces; // visible actions are seen
    bool eager;  // messages are received at once
} independent_claims;

// NULL: there are none, or it is not known.
independent_actions *independent_actions_new(const transition_system *s,
                                             const independent_claims *claims);
void independent_actions_free(independent_actions *x); // NULL: nothing
// The next offer, from the group of this number on, that is the only one of its group that may be possible:
// it has to be tried. False: there is none.
bool independent_action(const independent_actions *x, const int32_t *cells, uint32_t *group,
                        uint32_t *which);

#endif
