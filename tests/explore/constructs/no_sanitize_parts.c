// SPDX-License-Identifier: MIT
// Two calls of a function that is not instrumented, under a lock.
// Wrong: without one; the other thread's calls may come between.
// scenario: next | next

#include "construct.h"

struct object {
    struct gate gate;
    long n;
};

__attribute__((no_sanitize("thread"), noinline)) static long get(const long *n)
{
    return *(const volatile long *)n;
}

__attribute__((no_sanitize("thread"), noinline)) static void set(long *n, long v)
{
    *(volatile long *)n = v;
}

static long next(struct object *o)
{
    gate_enter(&o->gate);
    long now = get(&o->n);
    set(&o->n, now + 1);
    gate_leave(&o->gate);
    return now;
}

COUNTER(NONE, NONE)
