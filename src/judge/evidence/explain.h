// SPDX-License-Identifier: MIT
// The evidence of a violation.

#ifndef JUDGE_EXPLAIN_H
#define JUDGE_EXPLAIN_H

#include "judge/judge.h"

// The task's history is violated. Puts the smallest part of it that still is
// into the verdict, with the operation that nothing explains and why, and has the
// oracle look at it.
void explain_violation(const judge *j, const judge_task *task, lp_verdict *v);

#endif
