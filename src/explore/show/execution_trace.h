// SPDX-License-Identifier: MIT
// What happened in one execution, step by step, with values and source lines.
// Only the execution that is shown to the user is traced. What is traced: see execution_observer.h.

#ifndef EXPLORE_EXECUTION_TRACE_H
#define EXPLORE_EXECUTION_TRACE_H

#include "base/text.h"
#include "explore/runtime/execution_observer.h"

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

#endif
