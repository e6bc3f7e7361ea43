// SPDX-License-Identifier: MIT
// The moves of an object's threads as labels of a graph: a label is a number from 1 that stands for a call, a
// return, or a step between the two, with the thread that takes it and its place.
//
// A place is where a thread goes from and to: its pc before and after the step, and where it has come to its
// return, what kind of result it brings. It is the same for all threads. So `if (cas(top, t, n)) return;` has two
// places, the cas that succeeds and the one that fails. A place is all that a mark can tell apart without
// looking at variables.

#ifndef VERIFY_OPERATION_STEPS_H
#define VERIFY_OPERATION_STEPS_H

#include "verify/compare/step_graph.h"

typedef enum result_kind {
    RESULT_NOT_YET, // it has not come to its return
    RESULT_NONE,
    RESULT_TRUE,
    RESULT_FALSE,
    RESULT_OTHER, // and where a method has no result
} result_kind;

typedef struct operation_place {
    uint32_t method;
    uint32_t pc, after; // a call has no pc before it, a return none after it
    uint32_t result;    // a result_kind
} operation_place;

typedef struct operation_step {
    uint32_t kind; // a label_kind
    uint32_t thread;
    uint32_t place; // its number
    uint32_t offer; // of a call
    lp_value result;
} operation_step;

typedef struct operation_steps operation_steps;

// `inner`: steps between calls and returns have labels, too; else these are LABEL_UNSEEN.
operation_steps *operation_steps_new(const transition_system *s, bool inner);
void operation_steps_free(operation_steps *x);
uint32_t operation_step_label(void *steps, const move *m, const int32_t *after); // for a step_graph
operation_step operation_step_get(const operation_steps *x, uint32_t label);
history_event operation_step_event(const operation_steps *x, uint32_t label);
operation_place operation_step_place(const operation_steps *x, uint32_t place);
uint32_t operation_steps_method(const operation_steps *x, uint32_t pc); // whose it is
uint32_t operation_place_count(const operation_steps *x);               // that were met
result_kind result_kind_of(lp_value v);

#endif
