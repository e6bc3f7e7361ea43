// SPDX-License-Identifier: MIT
// Whether a process stands still because others have the processors: it has not
// stopped for good.

#ifndef HARNESS_STARVED_H
#define HARNESS_STARVED_H

#include <stdbool.h>
#include <sys/types.h>

// How long it ran until now, in seconds; 0: the kernel does not say.
double starved_ran(pid_t process);
// A thread of it could run now.
bool starved_runnable(pid_t process);

#endif
