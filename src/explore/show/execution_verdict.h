// SPDX-License-Identifier: MIT
// How an execution ended, in words.

#ifndef EXPLORE_EXECUTION_VERDICT_H
#define EXPLORE_EXECUTION_VERDICT_H

#include "judge/evidence/verdict.h"

// Outcome and reason from ended.how, for every end but END_COMPLETE.
void verdict_end(lp_verdict *v);
// Which of the scenario's threads wait now, and for what: into the verdict.
void verdict_who_waits(lp_verdict *v);

#endif
