// SPDX-License-Identifier: MIT
// The local state of a thread: all that its own next steps depend on besides
// shared memory. A thread that comes to the same point with the same local
// state again, and has changed nothing in between, went round a loop in vain:
// without that round everything would be as it is.

#ifndef EXPLORE_THREAD_STATE_H
#define EXPLORE_THREAD_STATE_H

#include "explore/runtime/runtime.h"

// A hash, never 0, of the current fiber, which is about to do its next step.
// From inside point(), so that the registers of the user's code are on the stack
// above `stack`, or in `registers`.
uint64_t local_state(const fiber *f, const char *stack, const uint64_t registers[6]);
// The same from a hook that has written down frame_now; the return address is at
// `stack`. Of registers and frame only what the user's code will read counts.
uint64_t local_frame(const fiber *f, const char *stack);

#endif
