// SPDX-License-Identifier: MIT
// A variable of a vector type, 32 bytes in one access, under a lock.
// Wrong: without one: no processor promises that it is one step.
// scenario: write(1) | read
// wrong: missed with clang

#include "construct.h"

typedef long four __attribute__((vector_size(32)));

struct cells {
    four at;
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    o->cells.at = (four){v, v, v, v};
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    four mine = o->cells.at;
    long a = mine[0], b = mine[3];
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
