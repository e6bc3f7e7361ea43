// SPDX-License-Identifier: MIT
// A buffer of setjmp that all threads use, under a lock. Wrong: without, so a thread may
// jump with the buffer that another one has filled.
// scenario: next | next

#include "construct.h"

#include <setjmp.h>

struct object {
    struct gate gate;
    jmp_buf out;
    _Atomic long n;
};

static long next(struct object *o)
{
    gate_enter(&o->gate);
    volatile long result = 0;
    if (setjmp(o->out) == 0) {
        result = o->n++;
        longjmp(o->out, 1);
    }
    gate_leave(&o->gate);
    return result;
}

COUNTER(NONE, NONE)
