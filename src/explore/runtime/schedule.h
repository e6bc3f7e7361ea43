// SPDX-License-Identifier: MIT
// Scheduling points, and one execution from its start to its end.
//
// A fiber that is about to do something another thread could notice parks at a
// point and says what comes next. When all are parked, the search decides who
// goes on; that fiber does its step and runs to its next point.

#ifndef EXPLORE_SCHEDULE_H
#define EXPLORE_SCHEDULE_H

#include "explore/runtime/runtime.h"

// From a hook, inside its scope: returns when the scheduler lets this fiber take the step.
void point(op_kind kind, const void *address, size_t size, uint64_t extra, const void *pc);
// From a hook: the search tries every answer below `count`.
uint32_t choose(uint32_t count, const void *pc);
// From a hook: this execution is over.
_Noreturn void execution_end(end_kind kind, const void *pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same, of a violation: the end is END_BUG.
_Noreturn void execution_break(lp_violation kind, const void *pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The object calls something that explore does not control: no verdict but unknown.
_Noreturn void unsupported(const char *function, const void *pc);

// What can be decided now: which fiber goes on, or an answer for choose().
typedef struct decision {
    bool is_choice;
    bool stays; // the first option is the fiber that ran last
    bool held;  // an enabled thread is held back for a symmetric one: see thread_symmetry.h
    uint32_t count;
    uint32_t options[FIBERS_MAX]; // fiber numbers; the one that ran last comes first
} decision;

static inline uint32_t decision_option(const decision *d, uint32_t i)
{
    return d->is_choice ? i : d->options[i];
}

enum { DECIDE_STOP = UINT32_MAX, DECIDE_LATER = UINT32_MAX - 1 };

// Made where the thread that comes to a point is, which saves a switch: the
// fiber that goes on, DECIDE_STOP, or DECIDE_LATER for a decision by
// execution_run's function. NULL: all of them are made there.
extern uint32_t (*decide_here)(void *context);
extern void *decide_here_context;
void decision_collect(decision *d); // who can go on now

// Asks `decide` for an index into the options at every step; DECIDE_STOP, with
// ended.how set, ends the execution.
end_kind execution_run(uint32_t (*decide)(void *context, const decision *d), void *context);
// The same of something else than the client's scenario.
end_kind execution_run_from(void (*start)(void),
                            uint32_t (*decide)(void *context, const decision *d), void *context);

#endif
