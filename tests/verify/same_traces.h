// SPDX-License-Identifier: MIT
// Every reduction alone, all but one, and all together: the same observable traces as
// without any.
// - Without calls and returns that ride along: the same histories, of every state, once
//   those are added that differ in the names of threads or values that a reduction
//   takes for one another.
// - With them: the strictest ones of all complete histories.
// (Dropping states that allow less than others has nothing to do with the histories of
// an object: it is about its spec.)

#ifndef TESTS_VERIFY_SAME_TRACES_H
#define TESTS_VERIFY_SAME_TRACES_H

#include "verify/system/transition_system.h"

typedef struct traces_seen {
    uint32_t all, complete; // without reductions
    uint32_t values;        // that are mere data
    uint32_t renamed;       // found where these are taken for one another, instead of all
} traces_seen;

// Fails the test where they are not the same. `bounds` need not say `clear`.
void same_traces(const char *name, const instance *v, const system_options *bounds,
                 traces_seen *out);

#endif
