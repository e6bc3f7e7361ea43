// SPDX-License-Identifier: MIT
// Why an operation cannot come next, after an order that could be followed that far.

#ifndef JUDGE_REJECTED_REASONS_H
#define JUDGE_REJECTED_REASONS_H

#include "judge/evidence/order_graph.h"

// "deq() → 2 is impossible in [1]: 2 is not in the queue"; of operations that meet, whom it would have
// had to meet; of the one that counts as open, what it could only have returned.
char *rejected_reason(order_graph *g, const order_node *end, uint32_t op);

#endif
