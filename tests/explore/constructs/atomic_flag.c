// SPDX-License-Identifier: MIT
// A spin lock of C11's atomic_flag.
// Wrong: tries once, and goes on either way.
// scenario: next | next
// paths: no

#include "construct.h"

#include <stdatomic.h>

struct object {
    atomic_flag busy;
    long n;
};

static long next(struct object *o)
{
    while (atomic_flag_test_and_set_explicit(&o->busy, memory_order_acquire) IF_WRONG(&&false))
        ;
    long now = bump(&o->n);
    atomic_flag_clear_explicit(&o->busy, memory_order_release);
    return now;
}

COUNTER(NONE, NONE)
