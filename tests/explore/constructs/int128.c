// SPDX-License-Identifier: MIT
// A plain __int128 under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

struct object {
    struct gate gate;
    __int128 n;
};

static long next(struct object *o)
{
    gate_enter(&o->gate);
    __int128 now = o->n;
    o->n = now + ((__int128)1 << 64) + 1;
    gate_leave(&o->gate);
    return (long)(now >> 64);
}

COUNTER(NONE, NONE)
