// SPDX-License-Identifier: MIT
// What happened in one execution, step by step, with values and source lines.
// Only the execution that is shown to the user is traced.

#ifndef EXPLORE_TRACE_H
#define EXPLORE_TRACE_H

#include "explore/runtime.h"

#include <linchpin/judge.h>

void trace_begin(void);        // sets rt.tracing
void trace_end(lp_verdict *v); // fills v->trace and stops

// From hooks, while rt.tracing:
void trace_step(const fiber *f, const pending *p);
// The last step was a call: what its thread did before is shown after it.
void trace_called(void);
void trace_choice(uint32_t answer);
void trace_update(const char *name, uint64_t old, uint64_t new, bool done);
void trace_allocated(const void *block, size_t size, const void *pc);
void trace_settle(void); // the access of the last step has happened
// The text of the last step.
void trace_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
