// SPDX-License-Identifier: MIT
// Thread symmetry (Emerson and Sistla: Symmetry and model checking, FMSD 1996),
// by ordering threads rather than by canonical states.
//
// Threads of the scenario that make the same calls are symmetric: permuting them in
// an execution gives an execution, whose history is the same up to their names. Each
// orbit has a representative in which symmetric threads take their first competing
// step (an update, a lock operation, a write to memory of another thread) in the
// order of their numbers. Only representatives are run: a symmetric thread is held
// back at that step until its predecessor has taken one. The partial order reduction
// sees this as the predecessor starting the thread. If the predecessor never takes a
// competing step, the representative is another execution, which is run too.
//
// Ordering threads by their very first step would be simpler and would remove less,
// since first steps mostly read, and reads are independent.
//
// Assumption: the object compares thread identities, and addresses its threads
// allocate, for equality only. An object that asks for a thread's number
// (pthread_self, gettid) makes the exploration start over without symmetry.

#ifndef EXPLORE_THREAD_SYMMETRY_H
#define EXPLORE_THREAD_SYMMETRY_H

#include "explore/runtime/runtime.h"
#include "history/scenario.h"

void symmetry_find(const scenario *sc);
bool symmetry_in_use(void); // some threads are symmetric, and that is exploited
// The symmetric fiber that goes before this one; 0: none.
uint32_t symmetric_predecessor(uint32_t number);
// Notes whether the next step of this fiber competes with other threads.
void symmetry_note(fiber *f);
// Is it held back until its predecessor has begun?
bool symmetry_waits(const fiber *f);
// From a hook: the object has told threads apart.
void symmetry_broken(void);

#endif
