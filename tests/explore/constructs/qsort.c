// SPDX-License-Identifier: MIT
// qsort of a shared array, under a lock.
// Wrong: without one.
// scenario: insert(3) | insert(1) ; delete_min delete_min
// right: unknown
// wrong: unknown

#include "construct.h"

struct object {
    struct gate gate;
    size_t count;
    long items[4];
};

static int downward(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x < y) - (x > y);
}

static void add(struct object *o, long v)
{
    gate_enter(&o->gate);
    o->items[o->count] = v;
    o->count++;
    qsort(o->items, o->count, sizeof *o->items, downward);
    gate_leave(&o->gate);
}

static long least(struct object *o)
{
    gate_enter(&o->gate);
    long v = o->count ? o->items[--o->count] : NOTHING;
    gate_leave(&o->gate);
    return v;
}

PRIORITY_QUEUE(NONE, NONE)
