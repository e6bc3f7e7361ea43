// SPDX-License-Identifier: MIT
// snprintf into shared strings, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown
// wrong: unknown

#include "construct.h"

#include <stdio.h>
#include <string.h>

enum { SIZE = 40 };

struct object {
    struct gate gate;
    char text[SIZE];
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    snprintf(o->text, 20, "%ld", 1000 + v);
    snprintf(o->text + 20, 20, "%ld", 1000 + v);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long v;
    gate_enter(&o->gate);
    v = both(o->text[3], o->text[23]);
    v = v > 0 && v != TORN ? v - 48 : v;
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
