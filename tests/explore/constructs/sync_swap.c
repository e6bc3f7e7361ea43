// SPDX-License-Identifier: MIT
// __sync_val_compare_and_swap in a loop.
// Wrong: nobody looks whether it did anything.
// scenario: next | next

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
    long now;
    do
        now = __sync_fetch_and_or(&o->n, 0);
    while (__sync_val_compare_and_swap(&o->n, now, now + 1) != now IF_WRONG(&&false));
    return now;
}

COUNTER(NONE, NONE)
