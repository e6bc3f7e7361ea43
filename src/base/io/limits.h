// SPDX-License-Identifier: MIT
// How long and how large a run may become, whether the user interrupted it,
// and what it tells about its progress. Engines look every so often:
//
//     if (limits_reached(limits)) { … outcome unknown, reason limits_reason(limits) … }

#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct limits {
    double timeout; // seconds; 0: none
    // Seconds, 0: any number, both by the clock and of processor time: neither a machine that
    // does other things nor other threads of this process shorten it.
    double busy;
    uint64_t memory; // bytes of resident memory; 0: none
    // Steps that a search may take; 0: any number. Of judging, those of each object. Unlike
    // a time it means the same on every machine.
    uint64_t steps;
    // Set by a signal handler, to 2 when it must be at once; may be NULL.
    const volatile sig_atomic_t *interrupted;
    // Seconds that it may still go on after the time limit, or after it was interrupted, but not when it must be at
    // once: for judging what was seen until then.
    double grace;
    // Called now and then with one line of progress; may be NULL.
    void (*progress)(void *context, const char *line);
    void *progress_context;

    double started;       // set by limits_start
    double busy_before;   // likewise
    double next_progress; // when progress is due again
    double stopped;       // when it was seen that only the grace is left; 0: not yet
    const char *reached;  // which limit; NULL: none yet
} limits;

void limits_start(limits *l);
// Costs a clock reading: call it every thousand steps or so. Once true, stays true.
bool limits_reached(limits *l);
// Waits until there is something to read from `fd`, or its end; for a limit at most a moment
// longer. False: a limit was reached. `l` may be NULL.
bool limits_wait(limits *l, int fd);
const char *limits_reason(const limits *l); // "the time limit of 10 s was reached"
// True when a line of progress is due (about five times a second).
bool limits_progress_due(limits *l);
void limits_progress(limits *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

double clock_seconds(void);             // monotonic
double processor_seconds(void);         // of this process, all its threads
uint64_t memory_resident(void);         // bytes now
uint64_t memory_resident_of(pid_t pid); // of another process; 0: not known
uint64_t memory_resident_peak(void);

#endif
