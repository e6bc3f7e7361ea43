// SPDX-License-Identifier: MIT
// The path to a state, run again from the start: the history it makes, and a
// trace for people. Every step must arrive where the search said it does.

#ifndef VERIFY_PATH_REPLAY_H
#define VERIFY_PATH_REPLAY_H

#include "verify/search/level_search.h"

#include <linchpin/judge.h>

typedef enum replay_end {
    REPLAY_DONE,
    REPLAY_STOPPED, // by the limits: the verdict has no history and no trace
    REPLAY_FAULT,   // the path could not be followed
} replay_end;

// Was it the start itself that failed? Then there is nothing to follow.
bool replay_starts_failed(const search *q);
// From the start to the move that ended the search. Fills history, trace and,
// for a violation, the culprit. Finding the path may take as long as the search has.
replay_end replay(search *q, limits *l, lp_verdict *v);
// The same, with the cells of the state that it comes to; of a search that is complete.
replay_end replay_to(search *q, limits *l, lp_verdict *v, int32_t *cells);

#endif
