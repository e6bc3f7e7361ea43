// SPDX-License-Identifier: MIT
// A variable with the attribute cleanup unlocks when the block is left.
// Wrong: the block is left too early.
// scenario: next | next

#include "construct.h"

#include <pthread.h>

static void unlock(pthread_mutex_t **lock)
{
    pthread_mutex_unlock(*lock);
}

static pthread_mutex_t *locked(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
    return lock;
}

struct object {
    pthread_mutex_t lock;
    long n;
};

static long next(struct object *o)
{
    long now;
    {
        __attribute__((cleanup(unlock))) pthread_mutex_t *held = locked(&o->lock);
        now = o->n;
        IF_RIGHT(o->n = now + 1;)
    }
    IF_WRONG(o->n = now + 1;)
    return now;
}

COUNTER(NONE, NONE)
