// SPDX-License-Identifier: MIT
// siglongjmp to a function that is still there. Wrong: to one that has returned.
// scenario: next | next

#include "construct.h"

#include <setjmp.h>

struct object {
    _Atomic long n;
};

static __attribute__((noinline)) int fill(sigjmp_buf out)
{
    return sigsetjmp(out, 1);
}

static long next(struct object *o)
{
    sigjmp_buf out;
    volatile long result = 0;
    if (EITHER(sigsetjmp(out, 1), fill(out)) == 0) {
        result = o->n++;
        siglongjmp(out, 1);
    }
    return result;
}

COUNTER(NONE, NONE)
