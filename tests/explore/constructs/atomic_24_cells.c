// SPDX-License-Identifier: MIT
// Stores and loads of an _Atomic struct of 24 bytes are one step each.
// Wrong: the struct is plain, so that its parts are seen one by one.
// scenario: write(1) | read
// flags: -latomic

#include "construct.h"

#include <stdatomic.h>

struct three {
    long a, b, c;
};

struct object {
    EITHER(_Atomic, ) struct three t;
};

static void init(struct object *o)
{
    o->t = (struct three){NOTHING, NOTHING, NOTHING};
}

static void store(struct object *o, long v)
{
    struct three t = {v, v, v};
    o->t = t;
}

static long load(struct object *o)
{
    struct three t = o->t;
    return both(t.a, t.b == t.c ? t.b : TORN);
}

REGISTER(init, NONE)
