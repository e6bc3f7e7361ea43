// SPDX-License-Identifier: MIT
// __builtin_memcpy of a size that is known is done in place, under a lock.
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
    long mine[2] = {v, v};
    __builtin_memcpy(&o->cells.at[0], &mine[0], sizeof *mine);
    __builtin_memcpy(&o->cells.at[7], &mine[1], sizeof *mine);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long a, b;
    __builtin_memcpy(&a, &o->cells.at[0], sizeof a);
    __builtin_memcpy(&b, &o->cells.at[7], sizeof b);
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
