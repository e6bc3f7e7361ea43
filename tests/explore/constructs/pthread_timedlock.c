// SPDX-License-Identifier: MIT
// pthread_mutex_timedlock, and when the time is over an ordinary lock.
// Wrong: when the time is over it goes on without one.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>
#include <time.h>

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
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec = 0;
    bool mine = pthread_mutex_timedlock(&o->lock, &soon) == 0;
    IF_RIGHT(if (!mine) mine = pthread_mutex_lock(&o->lock) == 0;)
    long now = bump(&o->n);
    if (mine)
        pthread_mutex_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
