// SPDX-License-Identifier: MIT
// qsort of an array of one's own, by a comparator that reads shared state, under a lock.
// Wrong: without one, the order changes while it sorts.
// scenario: write(1) | read

#include "construct.h"

struct object {
    struct gate gate;
};

// Sorted upward or downward; both are always the same.
static volatile long sign, again;

static void init(struct object *o)
{
    (void)o;
    sign = again = NOTHING;
}

static int by_sign(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b, s = x == 1 || y == 1 ? sign : again;
    return (int)(s * ((x > y) - (x < y)));
}

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    sign = v;
    again = v;
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    long items[3] = {2, 1, 3};
    gate_enter(&o->gate);
    qsort(items, 3, sizeof *items, by_sign);
    gate_leave(&o->gate);
    return items[0] == 3 && items[2] == 1 ? NOTHING : items[0] == 1 && items[2] == 3 ? 1 : TORN;
}

REGISTER(init, NONE)
