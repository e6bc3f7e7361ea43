// SPDX-License-Identifier: MIT
// memmove within a shared buffer, under a lock.
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
    o->text[0] = o->text[37] = (char)v;
    memmove(o->text + 1, o->text, SIZE - 2);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    v = both(o->text[1], o->text[38]);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
