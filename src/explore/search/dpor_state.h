// SPDX-License-Identifier: MIT
// The path of the reduced search, its events and their order: what dpor.c, which
// decides, and dpor_races.c, which finds what depends on what, share.

#ifndef EXPLORE_DPOR_STATE_H
#define EXPLORE_DPOR_STATE_H

#include "explore/runtime/footprint.h"
#include "explore/search/decision_path.h"
#include "explore/search/dpor.h"
#include "explore/search/strategy.h"

enum { NOBODY = UINT32_MAX, SHORT_CLOCK = 8 };

// One access of an event, in the list of its cell.
typedef struct cell_access {
    touch touch;
    uint32_t frame;
    uint32_t before; // the access before it + 1; 0: none
} cell_access;

typedef struct event {
    uint32_t from, count; // accesses
    uint8_t flags, kind;
} event;

typedef struct sleeper {
    uint32_t fiber;
    event event;
} sleeper;

// Of the path: see decision_path.h.
typedef struct frame {
    path_frame at;
    bool had_choice, settled;
    bool begins;                                      // its fiber's first step that competes
    uint32_t answers;                                 // of a choice
    uint32_t exist, enabled, backtrack, done, asleep; // sets of fibers
    uint32_t spinning;     // fibers that went round a loop in vain: not continued
    uint32_t spin_from;    // + 1: with this step its fiber did so, since that frame
    uint64_t thread_state; // of its fiber after the step
    uint32_t born;         // fibers that this step started
    uint32_t sleepers_from, sleepers_to;
    event event;
    uint32_t foreign; // which function a step calls that is not instrumented
    uint32_t last_before, call_before, return_before, opaque_before; // of its fiber, to put back
    uint32_t clock[FIBERS_MAX]; // of each fiber: the last frame + 1 that happens before
} frame;

struct dpor {
    strategy base;
    bool real_time;
    path path; // of frames
    cell_access *accesses;
    uint32_t access_count, access_capacity;
    sleeper *sleepers;
    uint32_t sleeper_count, sleeper_capacity;
    uint32_t *cells; // the last access + 1
    uint32_t cell_capacity;
    // Of each fiber, as frame + 1: its last step, call, return; what started it; its last step
    // with an unknown footprint.
    uint32_t last[FIBERS_MAX], call[FIBERS_MAX], returned[FIBERS_MAX], born[FIBERS_MAX];
    uint32_t opaque[FIBERS_MAX];
    uint32_t began[FIBERS_MAX]; // the first competing step: see thread_symmetry.h
    bool many;                  // more than SHORT_CLOCK threads
    bool restart;               // a word that invisible accesses touch was promoted
    bool over;                  // nobody can go on but those that go round in vain
    uint32_t cut;               // UINT32_MAX: none
    bool (*enter)(void *context);
    void *enter_context;
    bool entered;
    uint32_t open; // the frame whose step runs, NOBODY: none
};

static inline frame *frames(const dpor *d)
{
    return (frame *)(void *)d->path.frames;
}

// Not of a choice.
static inline uint32_t fiber_of(const frame *f)
{
    return f->at.taken;
}

static inline uint32_t bit(uint32_t number)
{
    return 1u << number;
}

uint32_t dpor_existing(void); // the set of fibers that have been started
// Must these be kept in order when different threads take them?
bool dpor_depend(const dpor *d, const event *a, const event *b);
// The step that ran is done: its event is made, its races are put down.
void dpor_settle(dpor *d);
// The frame + 1 at which the thread of frame k was in the thread state that it is in now, if it
// has changed nothing since; else 0.
uint32_t dpor_spin_since(const dpor *d, uint32_t k);
// Do all these go on for ever, whatever happens?
bool dpor_stuck(const dpor *d, uint32_t spinning);
void dpor_unlink(dpor *d, uint32_t k); // takes the last event out again

#endif
