// SPDX-License-Identifier: MIT
// The process of one run: started, stopped, and nothing left of it.

#ifndef CLI_WATCHED_PROCESS_H
#define CLI_WATCHED_PROCESS_H

#include "base/error.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

typedef struct watched_process {
    pid_t pid;
    int handle;            // readable when it has ended; -1 on old kernels
    char *scratch;         // its folder for temporary files
    struct timespec began; // as the times of files
} watched_process;

// Calls `body` in a child, with these signals as the child finds them, and ends it with what that
// returns.
bool watched_process_start(watched_process *p, const sigset_t *signals, int (*body)(void *context),
                           void *context, error *e);
bool watched_process_ended(const watched_process *p);
// Asks it to end; it has two seconds.
void watched_process_stop(const watched_process *p);
// When it has ended: ends what it started, and removes its files. As wait says how it ended.
int watched_process_finish(watched_process *p);

#endif
