// SPDX-License-Identifier: MIT
// An array that grows by realloc, under a lock.
// Wrong: without one, so that an old block is used after it was given back.
// scenario: push(1) | push(2) ; pop pop

#include "construct.h"

struct object {
    struct gate gate;
    long *items;
    size_t count, space;
};

static void fini(struct object *o)
{
    free(o->items);
}

static void push(struct object *o, long v)
{
    gate_enter(&o->gate);
    if (o->count == o->space)
        o->items = realloc(o->items, ++o->space * sizeof *o->items);
    o->items[o->count++] = v;
    gate_leave(&o->gate);
}

static long pop(struct object *o)
{
    gate_enter(&o->gate);
    long v = o->count ? o->items[--o->count] : NOTHING;
    gate_leave(&o->gate);
    return v;
}

STACK(NONE, fini)
