// SPDX-License-Identifier: MIT
// An _Atomic double: its ++ is a loop that also looks after the floating-point state.
// Wrong: its parts are two steps.
// scenario: next | next
// flags: -latomic

#include "construct.h"

struct object {
    _Atomic double n;
};

static long next(struct object *o)
{
    IF_WRONG(double now = o->n; o->n = now + 1; return (long)now;)
    double then = ++o->n; // clang 14 gives n++ the value of its first attempt
    return (long)then - 1;
}

COUNTER(NONE, NONE)
