// SPDX-License-Identifier: MIT
// lrand48 has one hidden state: after srand48 all calls together give one sequence.
// Wrong: the sequence begins again when a flag says that it is the first call.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

static long first, second;
static volatile bool begun;

struct object {
    int unused;
};

static void init(struct object *o)
{
    (void)o;
    srand48(7);
    first = lrand48();
    second = lrand48();
    srand48(7);
    begun = false;
}

// Which number of the sequence it is.
static long next(struct object *o)
{
    (void)o;
    IF_WRONG(if (!begun) {
        srand48(7);
        begun = true;
    })
    long x = lrand48();
    return x == first ? 0 : x == second ? 1 : NOTHING;
}

COUNTER(init, NONE)
