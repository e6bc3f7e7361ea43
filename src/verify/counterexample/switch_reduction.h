// SPDX-License-Identifier: MIT
// A counterexample is the shortest, but of those that are equally short the search takes
// any: threads may take turns where they need not. Here neighbours change places where
// that leads to the same state and says the same to the outside, so that threads take
// fewer turns.

#ifndef VERIFY_SWITCH_REDUCTION_H
#define VERIFY_SWITCH_REDUCTION_H

#include "base/io/limits.h"
#include "verify/canonical/heap_order.h"
#include "verify/system/transition_system.h"

typedef struct switch_options {
    heap_form heap;
    bool marks;     // where operations take effect matters
    bool events;    // the order of all calls and returns matters: they are a trace
    limits *limits; // when they are reached, it is left as it is then
} switch_options;

// Moves from the start on, the heap normalised after each. False: they do not lead to `end`,
// which is normalised, and were left as they are.
bool reduce_switches(const transition_system *s, const switch_options *o, move *moves,
                     uint32_t count, const int32_t *end);

#endif
