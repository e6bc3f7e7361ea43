// SPDX-License-Identifier: MIT
// A constant table that all threads read says what to add.
// Wrong: the table is a variable, and the flag is set before it is filled.
// scenario: next | next

#include "construct.h"

#ifdef WRONG
static volatile long table[2];
static volatile bool filled;
#else
static const volatile long table[2] = {1, 1};
#endif

struct object {
    long n;
};

static long next(struct object *o)
{
#ifdef WRONG
    if (!filled) {
        filled = true;
        table[0] = table[1] = 1;
    }
#endif
    return __atomic_fetch_add(&o->n, table[1], __ATOMIC_SEQ_CST);
}

COUNTER(NONE, NONE)
