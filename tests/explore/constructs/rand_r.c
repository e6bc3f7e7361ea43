// SPDX-License-Identifier: MIT
// rand_r on a seed of the object's, under a lock.
// Wrong: without one, two may draw the same number.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    unsigned seed;
    int first, second;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    unsigned seed = o->seed = 7;
    o->first = rand_r(&seed);
    o->second = rand_r(&seed);
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    unsigned seed = o->seed;
    int x = rand_r(&seed);
    o->seed = seed;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return x == o->first ? 0 : x == o->second ? 1 : NOTHING;
}

COUNTER(init, NONE)
