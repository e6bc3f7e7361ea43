// SPDX-License-Identifier: MIT
// strtol of a shared string, under a lock.
// Wrong: without one.
// scenario: write(1) | read
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
    o->text[0] = '1';
    o->text[1] = (char)('0' + v);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long v;
    gate_enter(&o->gate);
    v = strtol(o->text, NULL, 10);
    v = v ? v - 10 : NOTHING;
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
