// SPDX-License-Identifier: MIT
// A call through a function pointer that the object holds.
// Wrong: what it points to counts without care.
// scenario: next | next

#include "construct.h"

struct object {
    long n;
    long (*volatile count)(long *);
};

static long carefully(long *n)
{
    return __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);
}

static void init(struct object *o)
{
    o->count = EITHER(carefully, bump);
    (void)carefully;
}

static long next(struct object *o)
{
    return o->count(&o->n);
}

COUNTER(init, NONE)
