// SPDX-License-Identifier: MIT
// In which order operations probably took effect, for searches to try first.
// Never wrong, only more or less helpful.
//
// Of values in a queue, what came out first went in first; in a stack, what came
// out last. The k-th add of a value is taken to belong to its k-th remove.

#ifndef JUDGE_HINTS_H
#define JUDGE_HINTS_H

#include "judge/judge.h"

// What is known of a spec's methods; NULL: there is nothing to say about it.
typedef struct hints_kind hints_kind;
const hints_kind *hints_kind_of(const lp_spec *spec);

// hint[i]: of operations that could take effect next, try the one with the least.
void hints_find(const hints_kind *k, const judge_task *task, uint32_t *hint);

#endif
