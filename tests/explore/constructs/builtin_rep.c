// SPDX-License-Identifier: MIT
// A copy that gcc makes with rep movs, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// flags: -O2 -minline-all-stringops -mmemcpy-strategy=rep_8byte:-1:noalign
// needs: gcc

#include "construct.h"

struct cells {
    long at[8];
};

static volatile size_t size = sizeof(struct cells);

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    struct cells mine = {{v, v, v, v, v, v, v, v}};
    __builtin_memcpy(o->cells.at, mine.at, size);
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
