// SPDX-License-Identifier: MIT
// A stack in a flexible array member, under a lock.
// Wrong: a push without one.
// scenario: push(1) | push(2) ; pop pop

#include "construct.h"

struct items {
    size_t count;
    long at[];
};

struct object {
    struct gate gate;
    struct items *items;
};

static void init(struct object *o)
{
    o->items = calloc(1, sizeof *o->items + 4 * sizeof(long));
}

static void fini(struct object *o)
{
    free(o->items);
}

static void push(struct object *o, long v)
{
    gate_enter(&o->gate);
    o->items->at[o->items->count] = v;
    o->items->count++;
    gate_leave(&o->gate);
}

static long pop(struct object *o)
{
    gate_enter(&o->gate);
    long v = o->items->count ? o->items->at[--o->items->count] : NOTHING;
    gate_leave(&o->gate);
    return v;
}

STACK(init, fini)
