// SPDX-License-Identifier: MIT
// A function returns a struct straight into shared memory, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown with gcc
// wrong: unknown with gcc

#include "construct.h"

struct cells {
    long at[8];
};

static __attribute__((noinline)) struct cells all(long v)
{
    struct cells c;
    for (int i = 0; i < 8; i++)
        c.at[i] = v;
    return c;
}

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    o->cells = all(v);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long a = o->cells.at[0], b = o->cells.at[7];
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
