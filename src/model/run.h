// SPDX-License-Identifier: MIT
// How the search and a compiled model talk. The emitted C declares the same
// struct; RUN_ABI changes when it does.
//
//     void linchpin_init(int32_t *state, struct run *r);
//     void linchpin_call(int32_t *state, uint32_t thread, uint32_t method,
//                        const int32_t *args, struct run *r);
//     void linchpin_step(int32_t *state, uint32_t thread, struct run *r);
//
// All change `state` in place. A step that may go several ways (which free
// node does `new` give?) asks `choose`; the search runs it again with the next
// choices until all were tried.

#ifndef MODEL_RUN_H
#define MODEL_RUN_H

#include <stdint.h>

enum { RUN_ABI = 1, RUN_MAX_CHOICES = 16, RUN_MAX_SPINS = 1000000 };

typedef enum problem {
    PROBLEM_NONE,
    PROBLEM_NULL,   // null dereference
    PROBLEM_FREED,  // use after free
    PROBLEM_DOUBLE, // double free
    PROBLEM_ASSERT,
    PROBLEM_OVERFLOW,
    PROBLEM_DIVISION, // by zero
    PROBLEM_NODES,    // out of nodes
    PROBLEM_SPIN,     // a local loop that does not end
    PROBLEM_CHOICES,
} problem;

typedef struct run {
    int32_t problem;
    uint32_t where; // offset in the model's source
    uint32_t spins;
    uint32_t given, used;
    uint32_t choice[RUN_MAX_CHOICES], bound[RUN_MAX_CHOICES];
} run;

#endif
