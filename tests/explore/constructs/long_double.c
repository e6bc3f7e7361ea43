// SPDX-License-Identifier: MIT
// A long double, of which ten of sixteen bytes are used, and a float, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

struct object {
    struct gate gate;
    long double n;
    float twice;
};

static long next(struct object *o)
{
    gate_enter(&o->gate);
    long double now = o->n;
    o->n = now + 1;
    o->twice += 2;
    long half = (long)o->twice / 2 - 1;
    gate_leave(&o->gate);
    return half == (long)now ? half : NOTHING;
}

COUNTER(NONE, NONE)
