// SPDX-License-Identifier: MIT
// A struct of sixteen bytes is copied under a lock.
// Wrong: without one; a copy of sixteen bytes is no single step.
// scenario: write(1) | read

#include "construct.h"

#include <pthread.h>

struct pair {
    long a, b;
};

struct object {
    pthread_mutex_t lock;
    struct pair p;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    o->p = (struct pair){NOTHING, NOTHING};
}

static void store(struct object *o, long v)
{
    struct pair p = {v, v};
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    o->p = p;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    struct pair p = o->p;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return both(p.a, p.b);
}

REGISTER(init, NONE)
