// SPDX-License-Identifier: MIT
// How the search and a compiled model talk. The emitted C declares the same
// struct; RUN_ABI changes when it does.
//
//     void linchpin_init(int32_t *state, struct run *r);
//     void linchpin_call(int32_t *state, uint32_t thread, uint32_t method,
//                        const int32_t *args, struct run *r);
//     void linchpin_step(int32_t *state, uint32_t thread, struct run *r);
//     uint32_t linchpin_touches(const int32_t *state, uint32_t thread);
//
//     void linchpin_invariant(const int32_t *state, struct run *r);
//
// `touches` tells of a step that reads or writes a field of one node, and nothing
// else that is shared, which node that is: RUN_NODE × (number of its struct) + its
// number; of a step that only reads what is never written, RUN_QUIET; of all other
// steps, 0. The others change `state` in place. A step that may go several ways (which free
// node does `new` give?) asks `choose`; the search runs it again with the next
// choices until all were tried.

#ifndef MODEL_RUN_H
#define MODEL_RUN_H

#include <stdint.h>

enum {
    RUN_NODE = 1024,
    RUN_QUIET = 1000000,
    RUN_ABI = 2,
    RUN_MAX_CHOICES = 16,
    RUN_MAX_SPINS = 1000000
};

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
    PROBLEM_BOUNDS, // of an array
    PROBLEM_UNLOCK, // of what is not locked
    PROBLEM_RANGE,  // choose from an empty range
    PROBLEM_INVARIANT,
    PROBLEM_TWICE, // an operation takes effect for the second time
} problem;

typedef struct run {
    int32_t problem;
    uint32_t where; // offset in the model's source
    uint32_t spins;
    uint32_t blocked; // the step is not possible now; the state is half changed
    uint32_t lin;     // how often the operation was marked as taking effect
    uint32_t given, used;
    uint32_t choice[RUN_MAX_CHOICES], bound[RUN_MAX_CHOICES];
} run;

#endif
