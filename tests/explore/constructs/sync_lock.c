// SPDX-License-Identifier: MIT
// A spin lock of __sync_lock_test_and_set and __sync_lock_release.
// Wrong: it is released too early.
// scenario: next | next
// paths: no

#include "construct.h"

struct object {
    int lock;
    long n;
};

static long next(struct object *o)
{
    while (__sync_lock_test_and_set(&o->lock, 1))
        ;
    IF_WRONG(__sync_lock_release(&o->lock);)
    long now = bump(&o->n);
    IF_RIGHT(__sync_lock_release(&o->lock);)
    return now;
}

COUNTER(NONE, NONE)
