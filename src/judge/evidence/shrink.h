// SPDX-License-Identifier: MIT
// A small part of a violating history that still violates, of which nothing more can be left out by the steps
// that keep legal histories legal: later events, groups of operations (op_groups.h), and single ones where
// the spec allows it. Operations that could go without a lie may stay: writes of a register that a later write
// hides, and under conditions that look at all values (`values_matter`), or that are not prefix-closed.

#ifndef JUDGE_SHRINK_H
#define JUDGE_SHRINK_H

#include "judge/judge.h"

// The history's caller frees the result.
lp_history *shrink_history(const judge *j, const judge_task *task);

#endif
