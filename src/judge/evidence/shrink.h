// SPDX-License-Identifier: MIT
// The smallest part of a violating history that still violates: no operation
// of it can be left out.

#ifndef JUDGE_SHRINK_H
#define JUDGE_SHRINK_H

#include "judge/judge.h"

// The history's caller frees the result.
lp_history *shrink_history(const judge *j, const judge_task *task);

#endif
