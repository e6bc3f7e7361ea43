// SPDX-License-Identifier: MIT
// A quick way to an order that explains a history of a relaxed queue: see the file.

#ifndef JUDGE_RELAXED_QUEUE_H
#define JUDGE_RELAXED_QUEUE_H

#include "judge/judge.h"

// Finds an order for a task with a relaxed spec, if it is a queue's, its values are distinct and
// nothing only looks at them. True: it holds, and the verdict says so. "No" means nothing.
bool relaxed_queue_explains(const judge_task *task, lp_verdict *v);

#endif
