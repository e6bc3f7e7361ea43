// SPDX-License-Identifier: MIT
// Two calls of a function that is not instrumented, under a lock.
// Wrong: without one; the other thread's calls may come between.
// scenario: next | next

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

__attribute__((no_sanitize("thread"), noinline)) static long get(const long *n)
{
    return *(const volatile long *)n;
}

__attribute__((no_sanitize("thread"), noinline)) static void set(long *n, long v)
{
    *(volatile long *)n = v;
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long now = get(&o->n);
    set(&o->n, now + 1);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, NONE)
