// SPDX-License-Identifier: MIT
// __builtin_add_overflow writes its result to shared memory, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

struct object {
    struct gate gate;
    long n;
};

static long next(struct object *o)
{
    gate_enter(&o->gate);
    bool over = __builtin_add_overflow(o->n, 1, &o->n);
    long now = o->n - 1;
    gate_leave(&o->gate);
    return over ? NOTHING : now;
}

COUNTER(NONE, NONE)
