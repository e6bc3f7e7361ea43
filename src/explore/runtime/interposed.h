// SPDX-License-Identifier: MIT
// What the runtime, and those who show an execution, ask of the hooks (interpose/), which stand
// above it: whether a parked thread is enabled, what calls of libraries touch, and what
// belongs to an execution besides memory.

#ifndef EXPLORE_INTERPOSED_H
#define EXPLORE_INTERPOSED_H

#include "explore/runtime/runtime.h"

// Can the step it is parked at be taken now?
bool fiber_can_go_on(const fiber *f);
static inline bool fiber_enabled(const fiber *f)
{
    return f->s.next.kind < OP_BLOCKING || fiber_can_go_on(f);
}

// Would it wake up for no reason, if it went on now?
static inline bool fiber_dozes(const fiber *f)
{
    return config.spurious && f->s.next.kind == OP_SLEEP && f->s.fickle && !f->s.woken &&
           !f->s.timed;
}

// Calls that leave the instrumented code: see interpose/foreign.h.

// Is this code instrumented, or the runner's own?
bool foreign_sees(const void *code);
// In a hook: is the current fiber inside of a call that left the instrumented code?
bool foreign_inside(fiber *f);
// Its footprint is unknown: whatever comes next in it may touch anything.
bool foreign_opaque(const fiber *f);
// By what a step of kind OP_FOREIGN or OP_STREAM has in `extra`; FOREIGN_NONE: no function.
#define FOREIGN_NONE UINT64_MAX
const char *foreign_name(uint64_t index);
void foreign_footprint(const pending *p);

// Descriptors and streams: what an execution has opened is closed before the next one.
bool file_is_own(int file); // the object has made it, in this execution
void files_reset(void);

// Handlers of signals that the object has set: part of an execution, as its data is.
void signals_snapshot(void);
void signals_reset(void);

void system_reset(void); // the environment

#endif
