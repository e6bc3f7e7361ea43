// SPDX-License-Identifier: MIT
// __builtin_memset of a size that is known is done in place, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

struct cells {
    char at[16];
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    __builtin_memset(&o->cells.at[0], (int)v, 8);
    __builtin_memset(&o->cells.at[8], (int)v, 8);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long a = o->cells.at[0], b = o->cells.at[15];
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
