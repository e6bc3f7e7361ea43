// SPDX-License-Identifier: MIT
// Depth-first search over all alternatives of each decision, with a bound of preemptions.
//
//     do execution_run(decide, …);     decide: depth_first_at, then depth_first_take
//     while (depth_first_next(&s));

#ifndef EXPLORE_DEPTH_FIRST_H
#define EXPLORE_DEPTH_FIRST_H

#include "explore/search/decision_path.h"

typedef struct branch {
    path_frame at;
    uint32_t state; // for the search's own use; STATE_NONE at first
    bool stays;
    uint8_t count, index; // alternatives, and which of them is taken
    uint8_t options[FIBERS_MAX];
} branch;

typedef struct depth_first {
    path path;            // of branches
    uint32_t preemptions; // so far: a thread was stopped that could have gone on
    uint32_t bound;       // of preemptions
    bool bounded;         // something was left out because of it
} depth_first;

void depth_first_init(depth_first *s, uint32_t bound);
void depth_first_fini(depth_first *s);
void depth_first_begin(depth_first *s); // before each execution
// The branch of the decision at hand; *fresh: a new one, kept only by depth_first_take.
// NULL: the execution does not do what it did before.
branch *depth_first_at(depth_first *s, const decision *d, bool *fresh);
uint32_t depth_first_take(depth_first *s, const branch *b); // the index taken
bool depth_first_has_more(const depth_first *s);
bool depth_first_next(depth_first *s); // to the next path; false: that was all

static inline branch *depth_first_branch(const depth_first *s, uint32_t depth)
{
    return (branch *)path_at(&s->path, depth);
}

#endif
