// SPDX-License-Identifier: MIT
// The last call of a function goes to a library, which explore does not see into.
// Wrong: the number is read before, and the library writes the sum.
// scenario: next | next
// flags: -O2 -LLIBRARIES -lconstruct -Wl,-rpath,LIBRARIES

#include "construct.h"

long library_next(long *n);
void library_set(long *n, long v);

static __attribute__((noinline)) void put(long *n, long v)
{
    library_set(n, v);
}

struct object {
    long n;
};

static long next(struct object *o)
{
    IF_WRONG(long now = __atomic_load_n(&o->n, __ATOMIC_SEQ_CST); put(&o->n, now + 1); return now;)
    (void)put;
    return library_next(&o->n);
}

COUNTER(NONE, NONE)
