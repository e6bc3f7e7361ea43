// SPDX-License-Identifier: MIT
// A counterexample with few switches. Bugs that need few preemptions are the
// rule (Musuvathi and Qadeer, PLDI 2007), and a trace with few is the one that
// people can read. After a violation was found, executions with no preemption
// are tried for one like it, then with one, with two, with three, until a
// budget of steps is used up: the search bounded, until it finds one.

#ifndef EXPLORE_FEWER_SWITCHES_H
#define EXPLORE_FEWER_SWITCHES_H

#include "explore/search/exploration.h"

// `found` is replaced when a schedule that ends alike (ended.how) is simpler.
void fewer_switches(const search_options *o, schedule *found);

#endif
