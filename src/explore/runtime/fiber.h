// SPDX-License-Identifier: MIT
// Fibers: stacks at fixed addresses and switching between them, with
// Boost.Context's two C entry points. A switch also changes the thread pointer,
// so that thread-local variables, errno and pthread_self are the fiber's own.

#ifndef EXPLORE_FIBER_H
#define EXPLORE_FIBER_H

#include "base/error.h"
#include "explore/runtime/runtime.h"

enum { FIBER_STACK = 256 << 10, FIBER_GUARD = 64 << 10 };

bool fibers_init(error *e);
// A fiber ready to run; `first` is what its first step does.
fiber *fiber_start(uint32_t number, void (*run)(void *), void *argument, const pending *first);
void fiber_resume(fiber *f);  // from the scheduler, until the fiber parks
void fiber_switch(fiber *to); // from a fiber to another one
void fiber_park(void);        // from a fiber, until the scheduler resumes it
_Noreturn void fiber_finish(void);
// Runs something that needs much stack, from a fiber, on a stack of its own.
void fiber_aside(void (*run)(void *), void *argument);
// Ends the execution from wherever it is.
_Noreturn void fiber_abandon(void);
// Zeroes what is known to have been used of the stacks.
void fibers_reset(void);
// Looks how deep stacks were used. True: deeper than known so far.
bool fibers_measure(void);
// NULL: the address is in no fiber's stack.
fiber *fiber_of_stack(const void *address, bool *guard);

// Likewise, and NULL for the stack of the fiber that runs. A variable there is gone when its
// function returns, which is no access.
static inline fiber *fiber_of_other_stack(const void *address)
{
    fiber *owner = fiber_of_stack(address, NULL);
    return owner != rt.current ? owner : NULL;
}

#endif
