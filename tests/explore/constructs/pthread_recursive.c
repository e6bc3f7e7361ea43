// SPDX-License-Identifier: MIT
// A recursive pthread mutex that is locked twice.
// Wrong: the inner function unlocks it once too often.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&o->lock, &a);
    pthread_mutexattr_destroy(&a);
}

static void fini(struct object *o)
{
    pthread_mutex_destroy(&o->lock);
}

static long look(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    long now = o->n;
    pthread_mutex_unlock(&o->lock);
    IF_WRONG(pthread_mutex_unlock(&o->lock);)
    return now;
}

static long next(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    long now = look(o);
    o->n = now + 1;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, fini)
