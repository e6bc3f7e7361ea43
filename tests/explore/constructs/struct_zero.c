// SPDX-License-Identifier: MIT
// A struct is cleared with a compound literal, under a lock.
// Wrong: without one; it is cleared before it is written.
// scenario: write(1) ; write(2) | read

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
    o->cells = (struct cells){{0}};
    o->cells.at[0] = o->cells.at[7] = v;
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
