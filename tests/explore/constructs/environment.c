// SPDX-License-Identifier: MIT
// getenv and setenv, under a lock.
// Wrong: without one.
// scenario: next | next
// right: unknown
// wrong: unknown

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    setenv("CONSTRUCT", "0", 1);
}

static void fini(struct object *o)
{
    (void)o;
    unsetenv("CONSTRUCT");
}

static long next(struct object *o)
{
    (void)o;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    const char *text = getenv("CONSTRUCT");
    char digit[2] = {text ? text[0] : 0, 0};
    long now = digit[0] - '0';
    digit[0]++;
    setenv("CONSTRUCT", digit, 1);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, fini)
