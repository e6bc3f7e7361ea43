// SPDX-License-Identifier: MIT
// A struct of 64 bytes is assigned, which compilers do in place, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

struct cells {
    long at[8];
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    struct cells mine = {{v, v, v, v, v, v, v, v}};
    o->cells = mine;
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    struct cells mine = o->cells;
    long a = mine.at[0], b = mine.at[7];
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
