// SPDX-License-Identifier: MIT
// The threads of OpenMP, which its library makes, add to one number.
// Wrong: without care.
// scenario: next
// flags: -fopenmp
// needs: gcc
// right: unknown
// wrong: unknown
// paths: no

#include "construct.h"

struct object {
    long n;
};

static long next(struct object *o)
{
#pragma omp parallel num_threads(2)
    {
        EITHER(__atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST), bump(&o->n));
    }
    return o->n - 2; // both are counted
}

COUNTER(NONE, NONE)
