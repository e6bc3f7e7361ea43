// SPDX-License-Identifier: MIT
// Steps of an object's threads that are taken at once, because nobody can be in their way: partial
// order reduction with ample sets of one step.
//
// A step of thread t is *independent* in a state s if
//   1. nothing that another thread may do from s on, in the operation that it is in or in one that it
//      may still call, writes a place that the step touches, or touches a place that it writes;
//   2. it writes nothing that a claim about states looks at;
//   3. it goes one way, is possible, and no operation takes effect in it where marks count.
// What others may do is found in the code (model/steps/step_footprint.h), from where they are: a thread
// that has passed its last access to a variable is in nobody's way there, and one that can call
// nothing any more is in nobody's way at all. Of an array it matters which item: `num[i]` is nobody
// else's if i is the thread's own number and the others write `num[me]` only.
//
// Take a run from s. Either t takes no step in it, and then its step can be taken first: by 1. it
// changes nothing that the others see, and they change nothing that it sees; the run goes on as
// before, and ends in a state from which the original one differs by this step alone. Or the first step of t
// in the run is this one, since an open thread has one next step and by 1. it reads what it would read
// now; then it changes places with the steps before it, one by one. Calls, returns and effects stay in their
// order, because the step is none of them (3.). What is claimed of states is claimed of places that the
// step does not write (2.), so each state of the original run has a state in the other one, and the other way
// round, that claims do not tell apart. A failing step fails in both. This is C0 to C2 of Clarke, Grumberg and
// Peled ("Model Checking", chapter 10), with an ample set of one step.
//
// The proviso for cycles (C3) holds by itself: what is stored are states in which no step is
// independent, or in which independent steps have no end (then none of them is taken at once), and from
// a stored state every thread goes on. So nothing is put off for ever, the decision depends on the state alone,
// and neither the number of searching threads nor the order of levels plays a part. States on the way are
// not stored.
//
// The end of all independent steps is one state, in whichever order they are taken, since they do not disturb
// each other; so it does not depend on how threads are called, and a counterexample can be followed in
// original names where threads are permuted.
//
// What is kept: failing steps, invariants, `reachable`, histories, states in which nobody can go on, and
// also threads that can never go on: in a state after which t never goes on, it never does after
// further steps of others. Not kept is how often a thread steps and who is in its turn, so this is not for progress.

#ifndef VERIFY_INDEPENDENT_STEPS_H
#define VERIFY_INDEPENDENT_STEPS_H

#include "verify/system/transition_system.h"

typedef struct independent_steps independent_steps;

// NULL: there are none, or it is not known.
independent_steps *independent_steps_new(const transition_system *s, const instance *v);
void independent_steps_free(independent_steps *x); // NULL: nothing
// Do 1. and 2. hold of the next step of this thread?
bool independent_step(const independent_steps *x, const int32_t *cells, uint32_t thread);

#endif
