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

// Plain accesses that nobody races with are no steps: they ride with the step
// before them. What rides is noted too, and when it turns out that something
// unordered touches the same cell, that word becomes hot, its accesses are steps
// from then on, and the exploration begins again.

// cell << 2 | rides << 1 | written
typedef uint32_t touch;

static inline uint32_t touch_cell(touch t)
{
    return t >> 2;
}

static inline bool touch_rides(touch t)
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
    STEP_ACQUIRE = 4, // took something that others may have to wait for
    STEP_CHOICE = 8,  // has several outcomes
    STEP_IDLE = 16,   // wrote what was there
    STEP_OPAQUE = 32, // may have touched anything
    STEP_SHARED = 64, // touched something that other threads can see
    STEP_WHOLE = 128, // a call whose accesses are taken for one step, and are not
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
void footprint_step(const pending *p); // what a step of this kind touches
void footprint_ride(const void *address, size_t size, bool write);
void footprint_only_read(void);  // it could have written, and did not
uint32_t footprint_cells(void);  // cell numbers are below
uint32_t footprint_hidden(void); // the cell of rt.hidden; 0: never touched

bool footprint_is_hot(const void *address, size_t size);
void footprint_heat(const void *address);
void footprint_heat_cell(uint32_t cell);
// Addresses of the hot words.
const uintptr_t *footprint_hot(uint32_t *count);

#endif
