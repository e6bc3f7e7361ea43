// SPDX-License-Identifier: MIT
// getenv and setenv, under a lock.
// Wrong: without one.
// scenario: next | next
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

struct object {
    struct gate gate;
};

static void init(struct object *o)
{
    setenv("CONSTRUCT", "0", 1);
}

static void fini(struct object *o)
{
    (void)o;
    unsetenv("CONSTRUCT");
}

static long next(struct object *o)
{
    gate_enter(&o->gate);
    const char *text = getenv("CONSTRUCT");
    char digit[2] = {text ? text[0] : 0, 0};
    long now = digit[0] - '0';
    digit[0]++;
    setenv("CONSTRUCT", digit, 1);
    gate_leave(&o->gate);
    return now;
}

COUNTER(init, fini)
