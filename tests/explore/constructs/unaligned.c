// SPDX-License-Identifier: MIT
// A long at an odd address that crosses a cache line: threads that write to it are apart.
// Wrong: its two halves are also written as two ints.
// scenario: write(1) | read

#include "construct.h"

struct __attribute__((packed)) odd {
    char before[61];
    volatile long whole;
};

struct halves {
    volatile int low, high;
};

struct object {
    struct odd o;
};

static void init(struct object *o)
{
    o->o.whole = NOTHING;
}

static void store(struct object *o, long v)
{
#ifdef WRONG
    volatile struct halves *h = (volatile struct halves *)&o->o.whole;
    h->low = (int)v;
    h->high = 0;
#else
    o->o.whole = v;
#endif
}

static long load(struct object *o)
{
    return o->o.whole;
}

REGISTER(init, NONE)
