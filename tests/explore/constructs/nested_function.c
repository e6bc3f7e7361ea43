// SPDX-License-Identifier: MIT
// GNU's nested functions reach the variables of the function around them.
// Wrong: the one here counts without a lock.
// scenario: next | next
// needs: gcc

#include "construct.h"

struct object {
    struct gate gate;
    long n;
};

static __attribute__((noinline)) void twice(void (*f)(int))
{
    f(0);
    f(1);
}

static long next(struct object *o)
{
    long now = 0;
    void part(int i)
    {
        if (i == 0)
            now = o->n;
        else
            o->n = now + 1;
    }
    gate_enter(&o->gate);
    twice(part);
    gate_leave(&o->gate);
    return now;
}

COUNTER(NONE, NONE)
