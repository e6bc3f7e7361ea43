// SPDX-License-Identifier: MIT
// strtol of a shared string, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// wrong: unknown

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
    o->text[1] = (char)('0' + v);
    o->text[0] = '1';
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    v = strtol(o->text, NULL, 10);
    v = v ? v - 10 : NOTHING;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
