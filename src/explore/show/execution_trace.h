// SPDX-License-Identifier: MIT
// What happened in one execution, step by step, with values and source lines.
// Only the execution that is shown to the user is traced.

#ifndef EXPLORE_EXECUTION_TRACE_H
#define EXPLORE_EXECUTION_TRACE_H

#include "base/text.h"
#include "explore/runtime/runtime.h"

#include <linchpin/judge.h>

void trace_begin(void);        // sets rt.tracing
void trace_end(lp_verdict *v); // fills v->trace and stops
// Where the user would look for it: of the step that the thread made last, or has come
// to, by the code at `pc`. NULL: not known; caller frees.
char *trace_where(const fiber *f, const void *pc);
// What the thread waits for at the point that it has come to: "q->lock [main#1]".
void trace_object(const fiber *f, const void *object, text *out);
// What a step of this thread at `pc` touched, which this byte is part of.
void trace_place(const fiber *f, const void *pc, const void *address, text *out);
// The functions that the thread is in where it has come to, innermost first, a line each:
// "push at crash_stack.c:31". Nothing if it has not come to `pc`.
void trace_callers(const fiber *f, const void *pc, text *out);

// From hooks, while rt.tracing:
void trace_arrive(void);           // the current thread has come to a point
void trace_step(const pending *p); // the current thread makes it
// The last step was a call: what its thread did before is shown after it.
void trace_called(void);
// Is the last step of this thread one of an operation whose call was not noted yet?
bool trace_is_early(const fiber *f);
void trace_choice(uint32_t answer);
void trace_update(const char *name, const void *old, const void *new, bool done);
void trace_allocated(const void *block, size_t size, const void *pc);
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

#endif
