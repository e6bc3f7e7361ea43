// SPDX-License-Identifier: MIT
// C11's operators on an _Atomic variable: ++ is one step.
// Wrong: x = x + 1 is two.
// scenario: next | next

#include "construct.h"

struct object {
    _Atomic long n;
};

static long next(struct object *o)
{
    IF_WRONG(long now = o->n; o->n = now + 1; return now;)
    return o->n++;
}

COUNTER(NONE, NONE)
