// SPDX-License-Identifier: MIT
// Which operations of a history belong together, so that a counterexample is made small by
// leaving all of them out or none.

#ifndef JUDGE_OP_GROUPS_H
#define JUDGE_OP_GROUPS_H

#include <linchpin/history.h>
#include <linchpin/spec.h>

typedef struct op_groups {
    const lp_spec *spec;
    const lp_history *history;
    const uint32_t *methods; // of each operation, as the spec numbers them
    uint32_t *of;            // of each operation, its group; group 0 stays
    uint32_t count;
} op_groups;

// All that mention a common value, directly or by way of others.
void op_groups_by_value(op_groups *g);
void op_groups_single(op_groups *g);
// Each operation with the next of its process: lock and unlock.
void op_groups_by_process(op_groups *g);
// An operation that was given a value, and the next that returned it: insert and remove.
void op_groups_by_pair(op_groups *g);

bool op_mentions_value(lp_value v);
// May have taken any value: it never returned, and was given none.
bool op_may_take_any(const lp_op *op);
bool op_reads(const op_groups *g, uint32_t i);
// Could the result `v` have come from this operation's arguments? A key is only
// where it works, not what it does.
bool op_may_explain(const op_groups *g, uint32_t op, lp_value v);

#endif
