// SPDX-License-Identifier: MIT
// memmove within a shared buffer, under a lock.
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
    o->text[0] = o->text[37] = (char)v;
    memmove(o->text + 1, o->text, SIZE - 2);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long v;
    gate_enter(&o->gate);
    v = both(o->text[1], o->text[38]);
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
