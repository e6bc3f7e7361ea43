// SPDX-License-Identifier: MIT
// A library function and the object's own atomic accesses work on one variable.
// Wrong: between its own load and store the library counts.
// scenario: next | next
// flags: -LLIBRARIES -lconstruct -Wl,-rpath,LIBRARIES

#include "construct.h"

#include <stdatomic.h>

long library_next(long *n);

struct object {
    long n;
    atomic_int calls;
};

static long next(struct object *o)
{
    if (atomic_fetch_add(&o->calls, 1) % 2)
        return library_next(&o->n);
    IF_WRONG(long now = __atomic_load_n(&o->n, __ATOMIC_SEQ_CST);
             __atomic_store_n(&o->n, now + 1, __ATOMIC_SEQ_CST); return now;)
    return __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST);
}

COUNTER(NONE, NONE)
