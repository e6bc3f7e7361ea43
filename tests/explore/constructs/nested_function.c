// SPDX-License-Identifier: MIT
// GNU's nested functions reach the variables of the function around them.
// Wrong: the one here counts without a lock.
// scenario: next | next
// needs: gcc

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

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
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    twice(part);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, NONE)
