// SPDX-License-Identifier: MIT
// The atomic capture of OpenMP is one step.
// Wrong: two atomic accesses are two.
// scenario: next | next
// flags: -fopenmp
// needs: gcc

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
    long now;
#ifdef WRONG
#pragma omp atomic read
    now = o->n;
#pragma omp atomic write
    o->n = now + 1;
#else
#pragma omp atomic capture
    now = o->n++;
#endif
    return now;
}

COUNTER(NONE, NONE)
