// SPDX-License-Identifier: MIT
// The least factor for which a relaxed condition holds.

#ifndef JUDGE_MINIMAL_RELAXATION_H
#define JUDGE_MINIMAL_RELAXATION_H

#include "judge/judge.h"

// As judge_history, of "condition:K" with the least K for which it holds. `detail`
// gets the part of the history that needs it. Violated: no K is enough. Unknown: the
// reason says between which two it is.
bool judge_minimal_relaxation(const char *condition, lp_history *h, const lp_spec *spec, limits *l,
                              bool want_witness, lp_verdict *v, error *e);

#endif
