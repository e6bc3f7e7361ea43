// SPDX-License-Identifier: MIT
// A struct that is passed by value is copied for the call, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown with gcc
// wrong: unknown with gcc
// wrong: missed with clang

#include "construct.h"

struct cells {
    long at[8];
};

static __attribute__((noinline)) long ends(struct cells c)
{
    return both(c.at[0], c.at[7]);
}

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    o->cells.at[0] = v;
    o->cells.at[7] = v;
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long v = ends(o->cells);
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
