// SPDX-License-Identifier: MIT
// A long double, of which ten of sixteen bytes are used, and a float, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    long double n;
    float twice;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long double now = o->n;
    o->n = now + 1;
    o->twice += 2;
    long half = (long)o->twice / 2 - 1;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return half == (long)now ? half : NOTHING;
}

COUNTER(init, NONE)
