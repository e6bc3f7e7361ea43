// SPDX-License-Identifier: MIT
// A struct of sixteen bytes is copied under a lock.
// Wrong: without one; a copy of sixteen bytes is no single step.
// scenario: write(1) | read

#include "construct.h"

struct pair {
    long a, b;
};

struct object {
    struct gate gate;
    struct pair p;
};

static void init(struct object *o)
{
    o->p = (struct pair){NOTHING, NOTHING};
}

static void store(struct object *o, long v)
{
    struct pair p = {v, v};
    gate_enter(&o->gate);
    o->p = p;
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    struct pair p = o->p;
    gate_leave(&o->gate);
    return both(p.a, p.b);
}

REGISTER(init, NONE)
