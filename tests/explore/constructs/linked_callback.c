// SPDX-License-Identifier: MIT
// A library that calls back: what it calls is instrumented, and counts under a lock.
// Wrong: without one.
// scenario: next | next
// flags: -LLIBRARIES -lconstruct -Wl,-rpath,LIBRARIES

#include "construct.h"

#include <pthread.h>

long library_call(long (*f)(void *), void *argument);

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static long count(void *argument)
{
    struct object *o = argument;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long now = bump(&o->n);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

static long next(struct object *o)
{
    return library_call(count, o);
}

COUNTER(init, NONE)
