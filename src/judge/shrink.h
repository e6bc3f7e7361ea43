// SPDX-License-Identifier: MIT
// The smallest part of a violating history that still violates: no operation
// of it can be left out.

#ifndef JUDGE_SHRINK_H
#define JUDGE_SHRINK_H

#include "judge/judge.h"

// The history's caller frees the result.
lp_history *shrink_history(const judge *j, const judge_task *task);

// The first `events` events; operations whose return is cut off become pending.
// The caller frees it.
lp_history *history_prefix(const lp_history *h, uint32_t events);

#endif
