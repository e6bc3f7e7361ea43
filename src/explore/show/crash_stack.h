// SPDX-License-Identifier: MIT
// Where the user's code was when a signal found it: its callers, as functions and
// source lines. By elfutils' libdw, where it was found.

#ifndef EXPLORE_CRASH_STACK_H
#define EXPLORE_CRASH_STACK_H

#include "base/text.h"
#include "explore/runtime/execution_observer.h"

#include <stdbool.h>

// One line for each frame, innermost first, of what was noted last and of the user's
// modules or the libraries they call. `where` is the first of them with a source line,
// NULL where none has; the caller frees it. False: nothing was noted, or is known.
bool stack_print(text *out, char **where);

#endif
