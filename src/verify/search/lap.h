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
    uint32_t in;          // the set, strongly connected, in which the lap stays
    run_view view;
    uint32_t thread; // of the view
    bool calls;      // who can call does
    uint32_t met;    // each of these threads makes a move, or cannot in some state,
    uint32_t moved;  // as these do that make a move in the set
    uint32_t start;
} lap_options;

// False: the limits were reached.
bool lap_make(lap *l, const lap_options *o);
void lap_fini(lap *l);

#endif
