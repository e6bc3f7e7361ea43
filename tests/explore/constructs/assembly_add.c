// SPDX-License-Identifier: MIT
// A lock xadd in assembly, which explore does not see into.
// Wrong: a mov, an add and a mov.
// scenario: next | next
// right: unknown
// wrong: unknown

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
    long now = 1;
#ifdef WRONG
    __asm__ volatile("movq %1, %0" : "=r"(now) : "m"(o->n));
    __asm__ volatile("movq %1, %0" : "=m"(o->n) : "r"(now + 1));
#else
    __asm__ volatile("lock xaddq %0, %1" : "+r"(now), "+m"(o->n) : : "memory");
#endif
    return now;
}

COUNTER(NONE, NONE)
