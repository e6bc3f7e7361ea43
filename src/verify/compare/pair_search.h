// SPDX-License-Identifier: MIT
// The search over pairs that decides refinement: see refinement_check.h, which is what others use.

#ifndef VERIFY_PAIR_SEARCH_H
#define VERIFY_PAIR_SEARCH_H

#include "verify/compare/refinement_check.h"

// With these graphs in place of those of `c`. `stops`: it may end with REFINEMENT_COSTLY, when it has cost
// more than it would to minimise what is known of the graphs.
refinement_end pair_search_run(refinement_check *c, step_graph *a, step_graph *b, bool stops);

#endif
