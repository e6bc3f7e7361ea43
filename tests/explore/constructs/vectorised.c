// SPDX-License-Identifier: MIT
// Loops that the compiler makes vector instructions of, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// flags: -O3

#include "construct.h"

struct cells {
    long at[32];
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    for (int i = 0; i < 32; i++)
        o->cells.at[i] += v;
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long a = o->cells.at[0], b = 0;
    for (int i = 0; i < 32; i++)
        b += o->cells.at[i];
    b = b % 32 ? TORN : b / 32;
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
