// SPDX-License-Identifier: MIT
// Relaxed containers: a queue, stack or priority queue that may remove a value
// before it is its turn, within bounds. A history is quasi-linearizable in this
// sense if it is linearizable for the relaxed spec.
//
// What the exact object would remove before x is *ahead* of x: what is older in a
// queue, newer in a stack, smaller in a priority queue. Removing x skips all that
// is ahead of it. Two bounds, either of which may be missing:
//
//     distance   one removal skips at most so many values
//     lateness   one value is skipped at most so many times
//
// Of a queue that is emptied in the end these are what the displacement of removals
// is in Algorithm 2 of Round-Up (Zhang, Chattopadhyay, Wang): how far a removal
// moves forward is at most the most that one removal skips, and somewhere as much;
// how far back, the most that one value is skipped.
//
//     relaxed_spec *r = relaxed_spec_new(queue, (relaxation){.distance = 2, .lateness = 2});
//     … relaxed_spec_of(r) …
//     relaxed_spec_free(r);

#ifndef JUDGE_RELAXED_SPEC_H
#define JUDGE_RELAXED_SPEC_H

#include "judge/judge.h"

enum { RELAXED_ANY = UINT32_MAX }; // no bound

typedef struct relaxation {
    uint32_t distance, lateness;
} relaxation;

typedef struct relaxed_spec relaxed_spec;

// Is it one of the three that can be relaxed?
bool relaxed_spec_fits(const lp_spec *spec);
relaxed_spec *relaxed_spec_new(const lp_spec *spec, relaxation bounds);
void relaxed_spec_free(relaxed_spec *r);
const lp_spec *relaxed_spec_of(const relaxed_spec *r);
// What a relaxed spec was made from; any other spec is its own base.
const lp_spec *relaxed_spec_base(const lp_spec *spec);
relaxation relaxed_spec_bounds(const lp_spec *relaxed);

// What an operation does to the values inside, as far as its result tells. One that
// never returned may have done it.
typedef enum relaxed_role {
    RELAXED_NOTHING, // it may have failed at any time
    RELAXED_INSERT,
    RELAXED_REMOVAL,
    RELAXED_EMPTY, // there was nothing inside
    RELAXED_SIGHT, // it saw a value, and left it there
} relaxed_role;
relaxed_role relaxed_spec_role(uint32_t method, const lp_op *op);
// Two values and the call and return of their inserts, for a task with a relaxed
// spec: is u certain to be ahead of v while both are inside?
bool relaxed_spec_ahead(const judge_task *task, lp_value u, uint32_t u_call, uint32_t u_ret,
                        lp_value v, uint32_t v_call, uint32_t v_ret);

#endif
