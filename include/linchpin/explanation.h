// SPDX-License-Identifier: MIT
// How far a counterexample can be explained: the states that were possible before and after each
// of its events, the longest orders of some of its operations that the spec allows, and why no
// other operation can come next. And what other conditions say of it.

#ifndef LINCHPIN_EXPLANATION_H
#define LINCHPIN_EXPLANATION_H

#include <linchpin/spec.h>

#ifdef __cplusplus
extern "C" {
#endif

// One step of an order: the operations that took effect together.
typedef struct lp_effect {
    uint32_t count;
    uint32_t ops[LP_MAX_ARITY]; // indices into the history's operations
    uint32_t sync;              // which synchronisation; without `syncs`, the method
} lp_effect;

// An order of some of the operations that keeps what the condition asks for and that the spec
// allows, with their results; and the state after each effect.
typedef struct lp_partial_order {
    lp_effect *effects;
    char **states;
    uint32_t count;
} lp_partial_order;

// The states that are possible between two events.
typedef struct lp_possible {
    char **states;
    uint32_t count; // of more than a person would read, the last one is "…"
} lp_possible;

// An operation that could come next after the longest order, but for the spec.
typedef struct lp_rejected {
    uint32_t op;
    char *reason; // "deq() → 2 is impossible in [1]: 2 is not in the queue"
} lp_rejected;

typedef struct lp_explanation {
    lp_possible *possible; // before the first event, and after each; ends where none is left
    uint32_t possible_count;
    lp_possible *run_states; // the same of the whole run, where the history has only some of it
    uint32_t run_state_count;
    lp_partial_order *orders; // orders[0] is the longest
    uint32_t order_count;
    uint32_t *order_of; // of each operation: the longest one that has it, or LP_NO_EVENT
    uint32_t op_count;
    lp_rejected *rejected;
    uint32_t rejected_count;
} lp_explanation;

// A history that breaks one condition, judged under another one.
typedef struct lp_other_condition {
    char *condition; // as --condition takes it
    int outcome;     // an lp_outcome
    char *reason;    // may be NULL
    lp_effect *witness;
    uint32_t witness_count;
    bool has_witness;
} lp_other_condition;

#ifdef __cplusplus
}
#endif
#endif
