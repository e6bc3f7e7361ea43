// SPDX-License-Identifier: MIT
// snprintf into shared strings, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown
// wrong: unknown

#include "construct.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 40 };

struct object {
    pthread_mutex_t lock;
    char text[SIZE];
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static void store(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    snprintf(o->text, 20, "%ld", 1000 + v);
    snprintf(o->text + 20, 20, "%ld", 1000 + v);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    v = both(o->text[3], o->text[23]);
    v = v > 0 && v != TORN ? v - 48 : v;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
