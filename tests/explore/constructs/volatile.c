// SPDX-License-Identifier: MIT
// A volatile variable: each access is one step of its own.
// Wrong: the value is written in two halves.
// scenario: write(3) | read

#include "construct.h"

struct object {
    volatile long whole, low, high;
};

static void init(struct object *o)
{
    o->whole = o->low = o->high = NOTHING;
}

static void store(struct object *o, long v)
{
#ifdef WRONG
    o->low = v;
    o->high = v;
#else
    o->whole = v;
#endif
}

static long load(struct object *o)
{
    return EITHER(o->whole, both(o->low, o->high));
}

REGISTER(init, NONE)
