// SPDX-License-Identifier: MIT
// The path to a state, run again from the start: the history it makes, and a
// trace for people. Every step must arrive where the search said it does.

#ifndef VERIFY_REPLAY_H
#define VERIFY_REPLAY_H

#include "verify/search.h"

#include <linchpin/judge.h>

// From the start to the move that ended the search. Fills history, trace and,
// for a violation, the culprit. False: the path could not be followed.
bool replay(search *q, lp_verdict *v, error *e);

#endif
