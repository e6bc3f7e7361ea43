// SPDX-License-Identifier: MIT
// The state of one thread: everything its next steps depend on besides shared
// memory. A thread that reaches the same point in the same thread state, and has
// changed nothing shared in between, has completed an iteration without effect:
// without that iteration the execution would be in the same state.

#ifndef EXPLORE_THREAD_STATE_H
#define EXPLORE_THREAD_STATE_H

#include "explore/runtime/runtime.h"

// A hash, never 0, of the current fiber, which is about to do its next step.
// From inside point(), so that the registers of the user's code are on the stack
// above `stack`, or in `registers`.
uint64_t thread_state_of_registers(const fiber *f, const char *stack, const uint64_t registers[6]);
// The same from a hook that has written down frame_now; the return address is at
// `stack`. Of registers and frame only what the user's code will read counts.
uint64_t thread_state_of_frame(const fiber *f, const char *stack);

#endif
