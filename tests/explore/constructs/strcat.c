// SPDX-License-Identifier: MIT
// strcat to a shared string, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown
// wrong: unknown

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
    strcat(o->text, v == 1 ? "o" : "t");
    strcat(o->text, v == 1 ? "ne" : "wo");
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long v;
    gate_enter(&o->gate);
    v = o->text[0] == 0 ? NOTHING : strcmp(o->text, "one") == 0 ? 1 : TORN;
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
