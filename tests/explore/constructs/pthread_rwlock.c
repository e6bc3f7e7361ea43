// SPDX-License-Identifier: MIT
// A pthread read-write lock: writers are alone.
// Wrong: writers take it as readers do.
// scenario: write(1) | read

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>

struct object {
    pthread_rwlock_t lock;
    long a, b;
};

static void init(struct object *o)
{
    pthread_rwlock_init(&o->lock, NULL);
    o->a = o->b = NOTHING;
}

static void fini(struct object *o)
{
    pthread_rwlock_destroy(&o->lock);
}

static void store(struct object *o, long v)
{
    EITHER(pthread_rwlock_wrlock, pthread_rwlock_rdlock)(&o->lock);
    o->a = v;
    o->b = v;
    pthread_rwlock_unlock(&o->lock);
}

static long load(struct object *o)
{
    pthread_rwlock_rdlock(&o->lock);
    long v = both(o->a, o->b);
    pthread_rwlock_unlock(&o->lock);
    return v;
}

REGISTER(init, fini)
