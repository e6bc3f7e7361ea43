// SPDX-License-Identifier: MIT
// An error-checking mutex refuses to be locked again by its owner.
// Wrong: a normal one waits for itself.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <errno.h>
#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, EITHER(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_NORMAL));
    pthread_mutex_init(&o->lock, &a);
    pthread_mutexattr_destroy(&a);
}

static void fini(struct object *o)
{
    pthread_mutex_destroy(&o->lock);
}

static long next(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    long now = bump(&o->n);
    if (pthread_mutex_lock(&o->lock) != EDEADLK)
        now = NOTHING;
    pthread_mutex_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
