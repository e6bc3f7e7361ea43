// SPDX-License-Identifier: MIT
// Thread-local variables of a system without them are found by a library.
// Wrong: the variable is not thread-local.
// scenario: next | next
// flags: -femulated-tls
// needs: clang
// right: unknown

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
