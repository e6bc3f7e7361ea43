// SPDX-License-Identifier: MIT
// A plain __int128 under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    __int128 n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    __int128 now = o->n;
    o->n = now + ((__int128)1 << 64) + 1;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return (long)(now >> 64);
}

COUNTER(init, NONE)
