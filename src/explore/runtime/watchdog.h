// SPDX-License-Identifier: MIT
// Ends what does not come to an end by itself: user code that makes no step for a
// while, because it spins or waits where no hook sees it, and at the time limit
// whatever runs then.

#ifndef EXPLORE_WATCHDOG_H
#define EXPLORE_WATCHDOG_H

#include "base/error.h"
#include "base/io/limits.h"

#include <stdatomic.h>

typedef struct watchdog_plan {
    double hang;          // seconds without a step that user code may take
    const limits *limits; // its time limit ends user code too; may be NULL
    int answer;           // where a sign of life goes now and then, and the last word; -1: nowhere
    atomic_uint *alive;   // likewise, counted; may be NULL
} watchdog_plan;

enum { WATCHDOG_EXIT = 9 }; // the exit code when nothing else helped

// Of this process; after a fork it must be started again.
bool watchdog_start(const watchdog_plan *plan, error *e);
// A new execution, of a process that makes one when it is asked.
void watchdog_rest(void);
void watchdog_wake(void);
// Writes a line to where the signs of life go: none of them, which are newlines, gets into the
// middle of it, however long it takes.
void watchdog_tell(int file, const char *line, size_t size);
// User code was left behind in a library: all that the runner does any more is to tell so,
// soon or after it has heard from others.
void watchdog_expect_end(bool soon);
// The runner itself has crashed, after user code has.
_Noreturn void watchdog_give_up(void);
// The user wants the end: as if the time limit were reached now. For signal handlers.
void watchdog_hurry(void);

// System calls as they are: the C library's functions of these names are hooks, which
// may have to ask the loader for the real ones, and user code that was ended in a
// constructor holds its lock for ever.
long bare_call(long number, long a, long b, long c, long d);
void bare_write(int file, const char *bytes, size_t size);
_Noreturn void bare_exit(int code);

#endif
