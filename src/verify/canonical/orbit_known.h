// SPDX-License-Identifier: MIT
// What is known of each name of the orbits in a state: the sum of its marks (orbit_plan.h). By it names
// are put in order. It is a sum over fields, so what a step changes is taken off and added again;
// only the fields that it changes are looked at.
//
// The first few marks, where they are small, are the high digits of the sum, the others are hashed:
// so most steps leave names in their order, and the state that they lead to is not renamed.

#ifndef VERIFY_ORBIT_KNOWN_H
#define VERIFY_ORBIT_KNOWN_H

#include "verify/canonical/cell_changes.h"
#include "verify/canonical/orbit_plan.h"

typedef struct orbit_known {
    uint64_t of[ORBITS_MOST][ORBIT_MOST_NAMES];
} orbit_known;

// Names that permutations exchange have what is known of them exchanged.
void orbit_known_find(const orbit_plan *p, const int32_t *cells, orbit_known *out);
// The same, where `known` is of the state before. `met`: a number for each field, all less than
// `turn`, which it becomes for those that are looked at.
void orbit_known_follow(const orbit_plan *p, const int32_t *before, const int32_t *after,
                        const cell_changes *changed, uint32_t *met, uint32_t turn,
                        orbit_known *known);

#endif
