// SPDX-License-Identifier: MIT
// The evidence of a violation.

#ifndef JUDGE_EXPLAIN_H
#define JUDGE_EXPLAIN_H

#include "judge/judge.h"

// The task's history is violated. Puts the smallest part of it that still is
// into the verdict, with the operation that nothing explains and why, and has the
// oracle look at it.
void explain_violation(const judge *j, const judge_task *task, lp_verdict *v);

// v->history breaks `j`, and stays as it is, because a trace speaks of its events. Adds how far it
// can be explained and what other conditions say of it, within little time.
void explain_whole(const judge *j, const lp_spec *spec, limits *l, lp_verdict *v);

#endif
