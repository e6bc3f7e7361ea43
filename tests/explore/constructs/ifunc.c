// SPDX-License-Identifier: MIT
// An indirect function: which one it is, a resolver decides when the program is loaded.
// Wrong: it chooses the careless one.
// scenario: next | next

#include "construct.h"

static long carefully(long *n)
{
    return __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);
}

__attribute__((no_sanitize("thread"))) static long (*choose(void))(long *)
{
    (void)carefully;
    return EITHER(carefully, bump);
}

static long add(long *n) __attribute__((ifunc("choose")));

struct object {
    long n;
};

static long next(struct object *o)
{
    return add(&o->n);
}

COUNTER(NONE, NONE)
