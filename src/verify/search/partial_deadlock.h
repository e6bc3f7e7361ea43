// SPDX-License-Identifier: MIT
// Threads that wait for ever while others can go on: the deadlock of some. In a state in
// which a thread waits, can it ever make a step again, whatever the others do? Where not,
// it is deadlocked, also if the others call and return for ever.

#ifndef VERIFY_PARTIAL_DEADLOCK_H
#define VERIFY_PARTIAL_DEADLOCK_H

#include "verify/search/level_search.h"

typedef enum deadlock_end {
    DEADLOCK_NONE,
    DEADLOCK_FOUND,
    DEADLOCK_LIMIT,
    DEADLOCK_FAULT
} deadlock_end;

// After a complete search with `find_stuck`. *state: the first such state.
deadlock_end partial_deadlock_find(search *q, uint32_t *state);

// The states in which a thread waits, in order: so many, as the search has noted (find_stuck). The
// caller frees them.
uint32_t *search_waits(const search *q, size_t *count);

#endif
