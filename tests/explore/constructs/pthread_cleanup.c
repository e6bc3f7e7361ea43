// SPDX-License-Identifier: MIT
// pthread_exit runs the functions of pthread_cleanup_push, of which one unlocks.
// Wrong: there is none.
// scenario: next next
// paths: no
// right: unknown
// wrong: unknown

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

static void unlock(void *lock)
{
    IF_RIGHT(pthread_mutex_unlock(lock);)
    (void)lock;
}

static void *work(void *argument)
{
    struct object *o = argument;
    pthread_mutex_lock(&o->lock);
    pthread_cleanup_push(unlock, &o->lock);
    pthread_exit((void *)(intptr_t)bump(&o->n));
    pthread_cleanup_pop(0);
    return NULL;
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
