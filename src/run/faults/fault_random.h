// SPDX-License-Identifier: MIT
// Faults at random, without end: the same for the same seed and the same processes, however the run
// goes.

#ifndef RUN_FAULT_RANDOM_H
#define RUN_FAULT_RANDOM_H

#include "base/random.h"
#include "run/faults/fault_schedule.h"

typedef struct fault_random {
    rng random;
    double next;            // seconds: when the next one begins
    const bool *stays_down; // by process: it is not killed
} fault_random;

void fault_random_init(fault_random *r, uint64_t seed, const bool *stays_down);
// One more, and what ends it.
void fault_random_add(fault_random *r, const fault_names *names, fault_schedule *s);

#endif
