// SPDX-License-Identifier: MIT
// Pointers that come through a variadic function, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <stdarg.h>

struct object {
    struct gate gate;
    long n, twice;
};

static void add(int count, ...)
{
    va_list all;
    va_start(all, count);
    for (int i = 1; i <= count; i++)
        *va_arg(all, long *) += i;
    va_end(all);
}

static long next(struct object *o)
{
    gate_enter(&o->gate);
    long now = o->n;
    add(2, &o->n, &o->twice);
    long later = o->twice;
    gate_leave(&o->gate);
    return later == 2 * now + 2 ? now : NOTHING;
}

COUNTER(NONE, NONE)
