// SPDX-License-Identifier: MIT
// The same work on several threads.

#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stdint.h>

uint32_t processors(void); // that this process may use
// Calls work(context, 0 … threads-1), each on a thread of its own, the first on
// this one, and returns when all have returned.
void parallel(uint32_t threads, void (*work)(void *context, uint32_t thread), void *context);

#endif
