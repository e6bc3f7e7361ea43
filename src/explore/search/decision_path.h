// SPDX-License-Identifier: MIT
// The path a depth-first search is on: its decisions, with what is left to try
// at each. Executions are run again from the start with the path as a prefix.
//
//     do execution_run(decide, …);     decide: path_at, then path_take
//     while (path_next(&p));

#ifndef EXPLORE_DECISION_PATH_H
#define EXPLORE_DECISION_PATH_H

#include "explore/runtime/schedule.h"
#include "explore/runtime/schedule_text.h"

typedef struct path_frame {
    uint32_t state; // for the search's own use; STATE_NONE at first
    bool is_choice, stays;
    uint8_t count, taken;
    uint8_t options[FIBERS_MAX];
    uint32_t sign; // of what the threads are about to do, to notice when it differs
} path_frame;

typedef struct path {
    path_frame *frames;
    uint32_t count, capacity;
    uint32_t depth;       // of the decision that comes next
    uint32_t preemptions; // so far: a thread was stopped that could have gone on
    uint32_t bound;       // of preemptions
    bool bounded;         // something was left out because of it
} path;

void path_init(path *p, uint32_t bound);
void path_fini(path *p);
void path_begin(path *p); // before each execution
// The frame of the decision at hand; *fresh: a new one, kept only by path_take.
// NULL: the execution does not do what it did before.
path_frame *path_at(path *p, const decision *d, bool *fresh);
uint32_t path_take(path *p, const path_frame *f); // the index taken
bool path_has_more(const path *p);
bool path_next(path *p); // to the next path; false: that was all
void path_clear(path *p);
void path_schedule(const path *p, schedule *out); // what the last execution took

// As the schedule has it: a thread's number or an answer.
uint16_t schedule_step(bool is_choice, uint32_t option);
// Whose stacks and thread-local variables are shared, into a schedule and back.
void schedule_note_shared(schedule *s);
void schedule_set_shared(const schedule *s);

#endif
