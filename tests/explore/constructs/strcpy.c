// SPDX-License-Identifier: MIT
// strcpy and strncpy into shared strings; strcmp looks at them, under a lock.
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
    const char *name = v == 1 ? "one" : "two";
    strcpy(o->text, name);
    strncpy(o->text + 20, name, 19);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long v;
    gate_enter(&o->gate);
    v = both(strcmp(o->text, "one") == 0, strcmp(o->text + 20, "one") == 0);
    gate_leave(&o->gate);
    return v;
}

REGISTER(NONE, NONE)
