// SPDX-License-Identifier: MIT
// Definition 4 to the letter: is there an order of the operations that keeps real
// time, and another that the spec allows, such that no operation is moved by more
// than its set's factor, counted among the operations of its set?

#ifndef JUDGE_QUASI_SEARCH_H
#define JUDGE_QUASI_SEARCH_H

#include "judge/judge.h"

// The task's setting is a quasi_sets.
void quasi_search(const judge_task *task, lp_verdict *v);

#endif
