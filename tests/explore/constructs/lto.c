// SPDX-License-Identifier: MIT
// Code that is compiled when it is linked.
// Wrong: it counts without care.
// scenario: next | next
// flags: -flto -O2
// needs: gcc

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
    return EITHER(__atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST), bump(&o->n));
}

COUNTER(NONE, NONE)
