// SPDX-License-Identifier: MIT
// pthread_cond_timedwait that waits again when the time is over.
// Wrong: it goes on as if it had been woken.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

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
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    pthread_mutex_lock(&o->lock);
    while (o->busy && pthread_cond_timedwait(&o->free, &o->lock, &soon) != ETIMEDOUT)
        ;
    IF_RIGHT(while (o->busy) pthread_cond_wait(&o->free, &o->lock);)
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
