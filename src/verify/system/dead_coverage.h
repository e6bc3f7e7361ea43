// SPDX-License-Identifier: MIT
// The code that dead messages (dead_messages.h) would have run: after a complete search it counts as
// reached, as it does without that reduction. A search notes the local states that components were
// in, and the messages that were dropped in them. A message that was dropped in a local state could
// have been received there, and in each of those after it that was seen.
//
// Where names are permuted, a state is dropped from under the names that a step gives it, and searched
// on under those of its canonical form. So the states after it are not seen as those that its local
// state leads to, but as what some permutation makes of them: what was seen or dropped under some
// names counts under all others. The code that is run is the same, because names are only permuted
// where it treats them alike.

#ifndef VERIFY_DEAD_COVERAGE_H
#define VERIFY_DEAD_COVERAGE_H

#include "verify/system/local_graph.h"

typedef struct dead_coverage dead_coverage;

// Of graphs that are there as long as it is.
dead_coverage *dead_coverage_new(const local_graphs *g);
void dead_coverage_free(dead_coverage *d); // NULL: nothing
// By any thread. `message`: its number among those of the component.
void dead_coverage_see(dead_coverage *d, uint32_t which, uint32_t state);
void dead_coverage_drop(dead_coverage *d, uint32_t which, uint32_t state, uint32_t message);
// Has the compiled program run what counts as reached. `orbits`: the names that were permuted, or NULL.
void dead_coverage_reach(dead_coverage *d, const orbit_plan *orbits);

#endif
