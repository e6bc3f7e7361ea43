// SPDX-License-Identifier: MIT
// A complex number: two doubles, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

struct cells {
    _Complex double at;
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    o->cells.at = (double)v + (double)v * 1.0i;
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    _Complex double mine = o->cells.at;
    long a = (long)__real__ mine, b = (long)__imag__ mine;
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
