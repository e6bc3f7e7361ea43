// SPDX-License-Identifier: MIT
// A function that the compiler is told not to instrument; it counts atomically.
// Wrong: without care.
// scenario: next | next
// wrong: unknown

#include "construct.h"

struct object {
    long n;
};

__attribute__((no_sanitize("thread"), noinline)) static long count(long *n)
{
#ifdef WRONG
    long now = *n;
    *n = now + 1;
    return now;
#else
    return __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);
#endif
}

static long next(struct object *o)
{
    return count(&o->n);
}

COUNTER(NONE, NONE)
