// SPDX-License-Identifier: MIT
// The reduced search on several processes. The tree of decisions is cut at a
// depth; above the cut every thread that can go on is tried, so what is found
// below never changes what is above, and each part below the cut is explored
// by itself. Every worker walks through all parts in the same order, takes those
// that nobody has taken yet, and leaves the others out.
//
// Of several violations that of the first part counts, so a run with many
// workers says the same as a run with one.

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
