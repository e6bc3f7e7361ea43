// SPDX-License-Identifier: MIT
// What the runtime and the hooks tell those who show an execution (show/). Only the execution that
// is shown to the user is traced: but for the last two functions, all are called while rt.tracing.

#ifndef EXPLORE_EXECUTION_OBSERVER_H
#define EXPLORE_EXECUTION_OBSERVER_H

#include "explore/runtime/runtime.h"

#include <ucontext.h>

void trace_arrive(void);           // the current thread has come to a point
void trace_step(const pending *p); // the current thread makes it
// The last step was a call: what its thread did before is shown after it.
void trace_called(void);
// Is the last step of this thread one of an operation whose call was not noted yet?
bool trace_is_early(const fiber *f);
void trace_choice(uint32_t answer);
void trace_update(const char *name, const void *old, const void *new, bool done);
void trace_failed(void);   // the last step did not get the lock that it tried to take
void trace_happened(void); // the last step is what was added to the history
void trace_allocated(const void *block, size_t size, bool zeroed, const void *pc);
void trace_settle(void); // the access of the last step has happened
// The text of the last step.
void trace_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The same of a step on an object, whose name comes after the verb: "lock q->m [main#1]:
// once more".
void trace_tell(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));
void trace_woken(uint32_t fibers); // a set of bits: they were woken by the last step

// Not of what is done without being scheduled.
#define TRACE_SAY(...)                                                                             \
    do {                                                                                           \
        if (rt.tracing && !rt.current->s.quiet)                                                    \
            trace_say(__VA_ARGS__);                                                                \
    } while (0)
#define TRACE_TELL(...)                                                                            \
    do {                                                                                           \
        if (rt.tracing && !rt.current->s.quiet)                                                    \
            trace_tell(__VA_ARGS__);                                                               \
    } while (0)

// Where user code was when a signal found it: keeps the registers, for crash_stack.h. For signal
// handlers.
void stack_note(const ucontext_t *at);
void stack_forget(void);

#endif
