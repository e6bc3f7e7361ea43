// SPDX-License-Identifier: MIT
// The critical section of OpenMP is a lock inside its library.
// Wrong: without one.
// scenario: next | next
// flags: -fopenmp
// needs: gcc
// right: unknown

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
    long now;
    IF_RIGHT(_Pragma("omp critical"))
    now = bump(&o->n);
    return now;
}

COUNTER(NONE, NONE)
