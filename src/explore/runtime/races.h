// SPDX-License-Identifier: MIT
// Data races, as C11 has them: two accesses to the same memory by different
// threads, at least one of them a write, at least one of them not atomic, and
// neither happens before the other. What happens before what depends on the
// memory orders that the code names: a relaxed load orders nothing, though under
// sequential consistency it may have seen the value.
//
// Happens-before by vector clocks (Mattern 1989), with C11's release sequences and
// fences after Lidbury and Donaldson (POPL 2017).
//
// Off unless config.races is set. Where we deviate: operations on one lock,
// semaphore or condition are all ordered. So a race between two readers of a
// read-write lock may be missed; none is reported that is not there.

#ifndef EXPLORE_RACES_H
#define EXPLORE_RACES_H

#include "explore/runtime/runtime.h"

typedef struct race_end {
    const void *pc;
    uint32_t fiber;
    bool write, atomic;
} race_end;

typedef struct race {
    const void *address;
    race_end first, second;
} race;

extern race race_found; // what the last END_BUG of this kind was about

void races_begin(void); // an execution
void races_start(uint32_t parent, uint32_t child);
void races_join(uint32_t child); // into the current fiber
void races_plain(const void *address, size_t size, bool write, const void *pc);
// After an atomic access, with what it was in the end.
void races_atomic(const void *address, size_t size, bool reads, bool writes, int order,
                  const void *pc);
void races_fence(int order);
void races_sync(const void *object); // a step on a synchronisation object

#endif
