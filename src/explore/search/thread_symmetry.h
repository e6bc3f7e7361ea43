// SPDX-License-Identifier: MIT
// Threads of the scenario that make the same calls are twins: an execution in
// which they have changed places is an execution too, and its history is the same
// but for their names. So they can be told by who first takes a step that competes
// with others (an update, a lock, a write to memory that is not its own), and of
// all orders one is enough: a twin waits with that step until the one before it
// has taken such a step. To the reduction that is as if the one started the other.
// Who waits for ever would have been the first in an execution that is run.
//
// It takes for granted that the object does not tell threads, or the addresses
// of what they allocate, apart by more than equality. One that asks for a thread's
// number (pthread_self, gettid) makes the exploration begin again without.

#ifndef EXPLORE_THREAD_SYMMETRY_H
#define EXPLORE_THREAD_SYMMETRY_H

#include "explore/runtime/runtime.h"
#include "history/scenario.h"

void twins_find(const scenario *sc);
bool twins_exist(void); // and count as such
// The number of the fiber whose next twin this is; 0: of none.
uint32_t twin_before(uint32_t number);
// The fiber is about to take its next step: notes whether that competes.
void twin_note(fiber *f);
// Must it wait for its twin to begin?
bool twin_waits(const fiber *f);
void twins_told_apart(void); // from a hook

#endif
