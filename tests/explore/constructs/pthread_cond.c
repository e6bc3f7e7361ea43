// SPDX-License-Identifier: MIT
// pthread_cond_wait in a loop: the flag may be set again before the lock is ours.
// Wrong: if instead of while.
// scenario: next next | next
// paths: no

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    pthread_cond_t free;
    bool busy;
    long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->free, NULL);
}

static void fini(struct object *o)
{
    pthread_cond_destroy(&o->free);
    pthread_mutex_destroy(&o->lock);
}

static long next(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    EITHER(while, if)(o->busy) pthread_cond_wait(&o->free, &o->lock);
    o->busy = true;
    pthread_mutex_unlock(&o->lock);
    long now = bump(&o->n);
    pthread_mutex_lock(&o->lock);
    o->busy = false;
    pthread_cond_signal(&o->free);
    pthread_mutex_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
