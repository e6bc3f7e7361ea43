// SPDX-License-Identifier: MIT
// How much memory this process may still take before somebody else says no.

#ifndef BASE_AVAILABLE_H
#define BASE_AVAILABLE_H

#include <stdint.h>

// Bytes, the least of: what the system has left, what the control groups of this process
// (version 2 or 1, and those above) have left, and `ulimit -v`. 0: not known.
uint64_t memory_available(void);

#endif
