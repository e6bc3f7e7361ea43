// SPDX-License-Identifier: MIT
// What a step touches: the cells of memory it read and wrote. Two steps of
// different threads depend on each other when they touch the same cell and one
// writes it.
//
// A cell is a piece of an aligned word: what was touched at once when the word
// was first met. Every byte has one cell, so accesses that overlap share one;
// accesses that do not may share one too, which costs time and no history.
//
// Things that are no memory of the user's have an address too: a thread, the
// free list of the heap, the number of threads.

#ifndef EXPLORE_FOOTPRINT_H
#define EXPLORE_FOOTPRINT_H

#include "explore/runtime/runtime.h"

// A plain access that races with no other is invisible: it is part of the step
// before it, not a step of its own. Invisible accesses are recorded as well. When
// one turns out to conflict with an unordered access to the same cell, the word is
// promoted: from then on its accesses are steps, and the exploration starts over.

// cell << 2 | invisible << 1 | written
typedef uint32_t touch;

static inline uint32_t touch_cell(touch t)
{
    return t >> 2;
}

static inline bool touch_invisible(touch t)
{
    return t & 2;
}

static inline bool touch_writes(touch t)
{
    return t & 1;
}

typedef enum step_flag {
    STEP_CALL = 1, // an operation begins with this step
    STEP_RETURN = 2,
    STEP_ACQUIRE = 4,  // took something that others may have to wait for
    STEP_CHOICE = 8,   // has several outcomes
    STEP_IDLE = 16,    // wrote what was there
    STEP_OPAQUE = 32,  // may have touched anything
    STEP_SHARED = 64,  // touched something that other threads can see
    STEP_WHOLE = 128,  // a call whose accesses are taken for one step, and are not
    STEP_FAILED = 256, // could have written, and did not
} step_flag;

// The step that runs now. Its memory is used again by the next one.
typedef struct footprint {
    touch *touches;
    uint32_t count, capacity;
    uint32_t flags; // step_flag
    uint32_t fixed; // so many stay writes whatever the outcome
} footprint;

extern footprint step_now;

static inline void footprint_begin(void)
{
    step_now.count = step_now.flags = step_now.fixed = 0;
}

// Nothing is noted unless rt.recording.
void footprint_add(const void *address, size_t size, bool write);
// Who reaches into the stack of another thread depends on every step of that thread: it may
// leave the function that the variable belongs to.
void footprint_reach(const void *address);
void footprint_step(const pending *p); // what a step of this kind touches
void footprint_invisible(const void *address, size_t size, bool write);
void footprint_only_read(void);  // it could have written, and did not
uint32_t footprint_cells(void);  // cell numbers are below
uint32_t footprint_hidden(void); // the cell of rt.hidden; 0: never touched

bool footprint_is_promoted(const void *address, size_t size);
void footprint_promote(const void *address);
void footprint_promote_cell(uint32_t cell);
// Addresses of the promoted words.
const uintptr_t *footprint_promoted(uint32_t *count);

#endif
