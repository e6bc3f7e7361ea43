// SPDX-License-Identifier: MIT
// Files that must not outlive this process, even if it is killed: a process of its own waits for our
// end, and removes them.

#ifndef TOOLCHAIN_JANITOR_H
#define TOOLCHAIN_JANITOR_H

#include <sys/types.h>

typedef struct janitor {
    pid_t pid;
    int end; // closed when we end
} janitor;

// For this folder, which scratch_new has made. Without a process, or a pipe, there is none.
janitor janitor_start(const char *folder);
void janitor_dismiss(janitor *j); // it is gone

#endif
