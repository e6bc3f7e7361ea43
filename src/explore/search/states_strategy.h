// SPDX-License-Identifier: MIT
// What others ask the search by states: see states_strategy.c.

#ifndef EXPLORE_STATES_STRATEGY_H
#define EXPLORE_STATES_STRATEGY_H

#include "explore/search/strategy.h"

// How many decisions without an alternative come between two states that are stored.
enum { STATES_EVERY = 64 };

// Can nothing happen but that a thread wakes up for no reason?
bool decision_dozes(const decision *d);

// The execution ended with END_CYCLE: the set of fibers that step in the cycle, and how many
// of the last decisions it is.
uint32_t states_cycle(const strategy *s, uint32_t *length);

#endif
