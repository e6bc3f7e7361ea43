// SPDX-License-Identifier: MIT
// What the relaxed conditions say, tried out. Plain and slow; shares nothing with
// the judges but the built-in specs.

#ifndef TESTS_QUASI_ORACLE_H
#define TESTS_QUASI_ORACLE_H

#include "judge/relaxed/relaxation.h"

// Algorithm 2 of Round-Up, repaired (line 36 adds to `done`, 59 asks for what was
// not selected, 60 adds one): calls `visit` for every permutation of 0 … n-1 that
// moves nothing by more than k, the given order first. Stops when `visit` says so.
typedef bool (*permutation_visit)(void *context, const uint32_t *order, uint32_t n);
bool round_up_permutations(uint32_t n, uint32_t k, permutation_visit visit, void *context);

// Algorithm 1 with it: some order that keeps real time becomes legal when removals
// that returned a value are permuted by at most k. What is left inside at the end
// is removed first, in any order; no value comes out before it went in. For
// complete histories of insert and remove.
bool round_up_explains(const judge_task *task, uint32_t k);

// Restrictions 1 and 2, in a list with counters.
bool restrictions_explain(const judge_task *task, relaxation bounds);

// Definition 4, for every pair of orders.
bool definition_4_explains(const judge_task *task, const quasi_sets *sets);

#endif
