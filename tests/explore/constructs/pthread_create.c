// SPDX-License-Identifier: MIT
// pthread_create within an operation; the thread's result comes from pthread_join.
// Wrong: the two threads of two operations count without a lock.
// scenario: next | next
// paths: no

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static void *work(void *argument)
{
    struct object *o = argument;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long now = bump(&o->n);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return (void *)(intptr_t)now;
}

static long next(struct object *o)
{
    pthread_t helper;
    void *result;
    pthread_create(&helper, NULL, work, o);
    pthread_join(helper, &result);
    return (long)(intptr_t)result;
}

COUNTER(init, NONE)
