// SPDX-License-Identifier: MIT
// __sync_fetch_and_add.
// Wrong: it only reads, and the sum is stored later.
// scenario: next | next

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
#ifdef WRONG
    long now = __sync_fetch_and_add(&o->n, 0);
    __sync_lock_test_and_set(&o->n, now + 1);
    return now;
#else
    return __sync_fetch_and_add(&o->n, 1);
#endif
}

COUNTER(NONE, NONE)
