// SPDX-License-Identifier: MIT
// How an execution ended, in words.

#ifndef EXPLORE_VERDICTS_H
#define EXPLORE_VERDICTS_H

#include "judge/verdict.h"

// Outcome and reason from rt.end, for every end but END_COMPLETE.
void verdict_end(lp_verdict *v);

#endif
