// SPDX-License-Identifier: MIT
// A run that is accepted, as short as it is easily found: the shortest way to the component that it
// stays in, and then around, from each thing that has to be met again and again to the one that is
// nearest.

#ifndef VERIFY_LASSO_PATH_H
#define VERIFY_LASSO_PATH_H

#include "verify/temporal/fair_component.h"

#define RUN_ENDED UINT64_MAX // in place of a step: nothing happens any more

typedef struct lasso_path {
    uint64_t *steps; // edges of the graph of states; the last may be RUN_ENDED
    size_t count, capacity;
    size_t loop; // where it begins again; `count` - 1 where the run ends
    bool whole;  // false: all that is fair would take more than LASSO_MOST steps, and is not shown
} lasso_path;

enum { LASSO_MOST = 5000 };

// False: the limits.
bool lasso_path_make(lasso_path *p, fair_component *c);
// The shortest way to where the automaton accepts whatever comes; `loop` is its length. False: there is none, or
// the limits.
bool lasso_path_to_any(lasso_path *p, fair_component *c);
void lasso_path_fini(lasso_path *p);

#endif
