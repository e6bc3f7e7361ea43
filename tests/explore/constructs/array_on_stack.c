// SPDX-License-Identifier: MIT
// An array of variable length on the stack holds a copy of shared memory, under a lock.
// Wrong: the copy is made and written back without one.
// scenario: next | next

#include "construct.h"

#include <string.h>

struct object {
    struct gate gate;
    volatile size_t length;
    long n[3];
};

static void init(struct object *o)
{
    o->length = 3;
}

static long next(struct object *o)
{
    size_t length = o->length;
    long copy[length];
    gate_enter(&o->gate);
    memcpy(copy, o->n, length * sizeof(long));
    for (size_t i = 0; i < length; i++)
        copy[i]++;
    memcpy(o->n, copy, length * sizeof(long));
    gate_leave(&o->gate);
    return copy[length - 1] - 1;
}

COUNTER(init, NONE)
