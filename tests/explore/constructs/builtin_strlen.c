// SPDX-License-Identifier: MIT
// __builtin_strcmp and __builtin_strlen on shared strings, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

struct cells {
    char at[2][8];
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    __builtin_strcpy(o->cells.at[0], v == 1 ? "1" : "");
    __builtin_strcpy(o->cells.at[1], v == 1 ? "x" : "");
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long a = __builtin_strcmp(o->cells.at[0], "1") == 0, b = (long)__builtin_strlen(o->cells.at[1]);
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
