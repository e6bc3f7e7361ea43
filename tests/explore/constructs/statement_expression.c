// SPDX-License-Identifier: MIT
// A statement expression that locks, counts and unlocks.
// Wrong: its value is worked out after the lock is free.
// scenario: next | next

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    volatile long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static long next(struct object *o)
{
    return __extension__({
        pthread_mutex_lock(&o->lock);
        long now = o->n;
        o->n = now + 1;
        pthread_mutex_unlock(&o->lock);
        EITHER(now, o->n - 1);
    });
}

COUNTER(init, NONE)
