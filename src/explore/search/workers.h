// SPDX-License-Identifier: MIT
// The reduced search on several processes. The tree of decisions is cut at a
// depth. Above the cut every enabled thread is tried, without reduction: so races found
// below never add a branch above, and each part below the cut is independent of the
// others. Every worker visits the parts in the same order, explores those that no other
// worker has taken yet, and skips the rest.
//
// Of several violations the one in the first part counts, so the verdict does not
// depend on the number of workers.

#ifndef EXPLORE_WORKERS_H
#define EXPLORE_WORKERS_H

#include "explore/search/exploration_state.h"

typedef struct work work;

// A path came to the cut, or to its end before. True: that part is ours.
bool work_enter(void *w);
bool work_ours(const work *w);
bool work_stop(const work *w);              // nothing that comes matters any more
void work_found(work *w, uint32_t history); // a new one, with this number
void work_count(work *w, const search *s);  // an execution of ours has ended
next_step workers_run(search *s, lp_verdict *v, error *e);

#endif
