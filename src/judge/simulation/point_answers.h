// SPDX-License-Identifier: MIT
// The answers in a game about linearization points: from one configuration of an atomic object (atomic_object.h), those that it
// may come to in a step of one process. What moves, a model or C code, is nobody's business here.
//
//     point_answers_begin(a, number);              // a->now: the configuration; a call may be entered there
//     point_answers_step(a, process, others);      // or one of the next two
//     point_answers_return(a, process, result, looks);
//     point_answers_late(a, process, result, looks);
//     for (i = 0; i < a->count; i++) … a->list[i] …
//
// The first answer is that in which least takes effect.

#ifndef JUDGE_POINT_ANSWERS_H
#define JUDGE_POINT_ANSWERS_H

#include "judge/simulation/atomic_object.h"

typedef struct point_answers {
    atomic_object *object;
    atomic_state *now, *next;
    uint32_t *list; // configurations, each once
    uint32_t count;
    size_t capacity;
} point_answers;

void point_answers_init(point_answers *a, atomic_object *object);
void point_answers_fini(point_answers *a);

void point_answers_begin(point_answers *a, uint32_t number);
void point_answers_add(point_answers *a); // a->now itself: nothing takes effect
// The operation of this process takes effect, after what is a->now.
void point_answers_effect(point_answers *a, uint32_t process);
// All that may take effect in a step of this process, or nothing: its own operation; `others`: or any, in any order.
void point_answers_step(point_answers *a, uint32_t process, bool others);
// The operation of this process returns, if that is explained: it has taken effect with this result; `looks`: or it changes
// nothing, and was right at some moment since its call.
void point_answers_return(point_answers *a, uint32_t process, lp_value result, bool looks);
// The same, and just before it anything takes effect, in any order, until it is explained.
void point_answers_late(point_answers *a, uint32_t process, lp_value result, bool looks);

#endif
