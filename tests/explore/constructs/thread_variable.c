// SPDX-License-Identifier: MIT
// A __thread variable is each thread's own.
// Wrong: a static one is everybody's.
// scenario: next | next

#include "construct.h"

static EITHER(__thread, ) volatile long ticket;

struct object {
    long n;
};

static long next(struct object *o)
{
    ticket = __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST);
    return ticket;
}

COUNTER(NONE, NONE)
