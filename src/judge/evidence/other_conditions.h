// SPDX-License-Identifier: MIT
// The same counterexample under other conditions: what would have to be asked of the object for
// it to be right. Of a condition with a factor, the least that allows it.

#ifndef JUDGE_OTHER_CONDITIONS_H
#define JUDGE_OTHER_CONDITIONS_H

#include "judge/judge.h"

// v->history breaks `j`, as said before any plan. Adds to v->others, within little time.
void judge_other_conditions(const judge *j, const lp_spec *spec, limits *l, lp_verdict *v);

#endif
