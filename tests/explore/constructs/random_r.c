// SPDX-License-Identifier: MIT
// random_r on a state of the object's, under a lock.
// Wrong: without one, and the number that is drawn is put back and drawn again.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

struct object {
    struct gate gate;
    struct random_data data;
    char state[32];
    int32_t first, second;
};

static void init(struct object *o)
{
    initstate_r(7, o->state, sizeof o->state, &o->data);
    random_r(&o->data, &o->first);
    random_r(&o->data, &o->second);
    srandom_r(7, &o->data);
}

static long next(struct object *o)
{
    int32_t x;
    gate_enter(&o->gate);
    random_r(&o->data, &x);
#ifdef WRONG
    srandom_r(7, &o->data);
    for (long i = x == o->first ? 0 : 1; i >= 0; i--)
        random_r(&o->data, &x);
#endif
    gate_leave(&o->gate);
    return x == o->first ? 0 : x == o->second ? 1 : NOTHING;
}

COUNTER(init, NONE)
