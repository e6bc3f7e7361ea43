// SPDX-License-Identifier: MIT
// A lap: from a state through states that an endless run visits again and again, back to it.

#ifndef VERIFY_LAP_H
#define VERIFY_LAP_H

#include "verify/search/state_edges.h"

typedef struct lap {
    uint32_t *states; // the last one is where it began
    size_t count, capacity;
} lap;

typedef struct lap_options {
    edges *g;
    const uint32_t *part; // of each state: the set it belongs to
    uint32_t in;          // the set, strongly connected by steps, in which the lap stays
    bool calls;           // who can call does
    bool fair;            // each thread makes a step, or cannot in some state
    uint32_t moved;       // the threads that make a step in the set
    uint32_t start;
} lap_options;

// False: the limits were reached.
bool lap_make(lap *l, const lap_options *o);
void lap_fini(lap *l);

#endif
