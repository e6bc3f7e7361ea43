// SPDX-License-Identifier: MIT
// longjmp out of a function that holds a lock; who catches it unlocks.
// Wrong: nobody does.
// scenario: next | next

#include "construct.h"

#include <pthread.h>
#include <setjmp.h>

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static _Noreturn void count(struct object *o, volatile long *result, jmp_buf out)
{
    pthread_mutex_lock(&o->lock);
    *result = bump(&o->n);
    longjmp(out, 1);
}

static long next(struct object *o)
{
    jmp_buf out;
    volatile long result = 0;
    if (setjmp(out) == 0)
        count(o, &result, out);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return result;
}

COUNTER(init, NONE)
