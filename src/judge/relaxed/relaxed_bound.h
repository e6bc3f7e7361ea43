// SPDX-License-Identifier: MIT
// What is certain about a relaxed container without any search: values that were
// ahead of another and still inside when it was removed, whatever the order.

#ifndef JUDGE_RELAXED_BOUND_H
#define JUDGE_RELAXED_BOUND_H

#include "judge/judge.h"

// Is a removal certain to skip too many, or a value certain to be skipped too
// often? The task's spec is a relaxed one. "No" means nothing.
bool relaxed_bound_broken(const judge_task *task);

#endif
