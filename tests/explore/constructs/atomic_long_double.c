// SPDX-License-Identifier: MIT
// An _Atomic long double has sixteen bytes, with padding.
// Wrong: a load and a store.
// scenario: next | next
// flags: -mcx16 -latomic

#include "construct.h"

struct object {
    _Atomic long double n;
};

static long next(struct object *o)
{
    IF_WRONG(long double now = o->n; o->n = now + 1; return (long)now;)
    long double then = ++o->n; // clang 14 gives n++ the value of its first attempt
    return (long)then - 1;
}

COUNTER(NONE, NONE)
