// SPDX-License-Identifier: MIT
// bsearch in a shared sorted array, under a lock.
// Wrong: without one, while the array is moved to make room.
// scenario: insert(2) ; insert(1) | contains(2)
// right: unknown
// wrong: unknown

#include "construct.h"

struct object {
    struct gate gate;
    size_t count;
    long items[4];
};

static int upward(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static bool add(struct object *o, long v)
{
    gate_enter(&o->gate);
    bool found = bsearch(&v, o->items, o->count, sizeof v, upward);
    if (!found) {
        size_t i = o->count;
        for (; i > 0 && o->items[i - 1] > v; i--) {
            o->items[i] = o->items[i - 1];
            o->items[i - 1] = 0;
        }
        o->items[i] = v;
        o->count++;
    }
    gate_leave(&o->gate);
    return !found;
}

static bool has(struct object *o, long v)
{
    gate_enter(&o->gate);
    bool found = bsearch(&v, o->items, o->count, sizeof v, upward);
    gate_leave(&o->gate);
    return found;
}

SET(NONE, NONE)
