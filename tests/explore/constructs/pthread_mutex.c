// SPDX-License-Identifier: MIT
// A normal pthread mutex.
// Wrong: what was read is written back under a second lock.
// scenario: next | next

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

static void fini(struct object *o)
{
    pthread_mutex_destroy(&o->lock);
}

static long next(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    long now = o->n;
    IF_WRONG(pthread_mutex_unlock(&o->lock); pthread_mutex_lock(&o->lock);)
    o->n = now + 1;
    pthread_mutex_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
