// SPDX-License-Identifier: MIT
// Processes that have ended, and are reaped later. Whoever reaps a process at once may
// have to wait in the kernel, busily, until its other threads have been taken out of
// /proc, where the sentinel has looked at them; on a loaded machine for many milliseconds.
// A while later there is nothing to wait for.

#ifndef HARNESS_REAPER_H
#define HARNESS_REAPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { REAPER_MOST = 32 };

// All zero at first. The last ones are left for whoever inherits them when this process
// ends: it has better things to do.
typedef struct reaper {
    pid_t dead[REAPER_MOST];
    uint32_t count; // so far
} reaper;

// Has this child ended? Then `status` is as waitpid gives it. Waits for it if `patient`.
bool reaper_look(pid_t child, bool patient, int *status);
// A child that has ended, to be reaped some time.
void reaper_take(reaper *r, pid_t child);

#endif
