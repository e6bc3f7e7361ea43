// SPDX-License-Identifier: MIT
// rand_r on a seed of the object's, under a lock.
// Wrong: without one, two may draw the same number.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

struct object {
    struct gate gate;
    unsigned seed;
    int first, second;
};

static void init(struct object *o)
{
    unsigned seed = o->seed = 7;
    o->first = rand_r(&seed);
    o->second = rand_r(&seed);
}

static long next(struct object *o)
{
    gate_enter(&o->gate);
    unsigned seed = o->seed;
    int x = rand_r(&seed);
    o->seed = seed;
    gate_leave(&o->gate);
    return x == o->first ? 0 : x == o->second ? 1 : NOTHING;
}

COUNTER(init, NONE)
