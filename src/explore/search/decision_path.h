// SPDX-License-Identifier: MIT
// The path a depth-first search is on: the stack of its decisions. Executions are run again from
// the start with the path as a prefix. What is left to try at a decision is the strategy's own
// matter: its frames have a path_frame as their first member, and behind it what it likes.
//
//     typedef struct branch { path_frame at; … } branch;
//     path_init(&p, sizeof(branch));
//     path_begin(&p);                       before each execution
//     branch *b = path_room(&p);            a decision that was not made before
//     b->at = (path_frame){…}; path_take(&p);
//
// depth_first.h tries all alternatives, dpor.c those that a race asks for.

#ifndef EXPLORE_DECISION_PATH_H
#define EXPLORE_DECISION_PATH_H

#include "explore/runtime/schedule.h"
#include "explore/runtime/schedule_text.h"

typedef struct path_frame {
    bool is_choice;
    uint8_t taken; // the fiber that goes on, or the answer
    uint32_t sign; // of what was about to be done, to notice when it differs: see path_sign
} path_frame;

typedef struct path {
    char *frames;
    uint32_t frame_size, count;
    size_t capacity; // in bytes
    uint32_t depth;  // of the decision that comes next; at most count
} path;

void path_init(path *p, size_t frame_size);
void path_fini(path *p);
void path_clear(path *p);

static inline void path_begin(path *p)
{
    p->depth = 0;
}

static inline void *path_at(const path *p, uint32_t depth)
{
    return p->frames + (size_t)depth * p->frame_size;
}

// The decision that comes next was not made before.
static inline bool path_ends(const path *p)
{
    return p->depth == p->count;
}

void *path_room(path *p); // for a frame behind the last; not kept, nor cleared
// On to the next decision; a frame that was made room for is kept.
static inline void path_take(path *p)
{
    p->count += path_ends(p);
    p->depth++;
}

void path_schedule(const path *p, schedule *out); // what the last execution took

// What this fiber is about to do, hashed together with `before`.
static inline uint64_t path_sign(uint64_t before, const fiber *f)
{
    const pending *n = &f->s.next;
    return (before ^ (uintptr_t)n->address ^ (uintptr_t)n->pc << 7 ^ n->kind) * 0x9e3779b97f4a7c15u;
}

// As the schedule has it: a thread's number or an answer.
uint16_t schedule_step(bool is_choice, uint32_t option);
// Whose stacks and thread-local variables are shared, into a schedule and back.
void schedule_note_shared(schedule *s);
void schedule_set_shared(const schedule *s);

#endif
