// SPDX-License-Identifier: MIT
// memset of a shared buffer, under a lock.
// Wrong: without one.
// scenario: write(1) | read

#include "construct.h"

#include <pthread.h>
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
    memset(o->text, (int)v, SIZE);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    v = both(o->text[0], o->text[38]);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
