// SPDX-License-Identifier: MIT
// memcpy into a shared buffer and out of it, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <string.h>

enum { SIZE = 40 };

struct object {
    struct gate gate;
    char text[SIZE];
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    char mine[SIZE] = {[0] = (char)v, [38] = (char)v};
    memcpy(o->text, mine, SIZE);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long v;
    gate_enter(&o->gate);
    char mine[SIZE];
    memcpy(mine, o->text, SIZE);
    v = both(mine[0], mine[38]);
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
