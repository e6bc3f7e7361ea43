// SPDX-License-Identifier: MIT
// memcpy into a shared buffer and out of it, under a lock.
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
    char mine[SIZE] = {[0] = (char)v, [38] = (char)v};
    memcpy(o->text, mine, SIZE);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    char mine[SIZE];
    memcpy(mine, o->text, SIZE);
    v = both(mine[0], mine[38]);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
