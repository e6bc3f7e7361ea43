// SPDX-License-Identifier: MIT
// strcat to a shared string, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown
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
    strcat(o->text, v == 1 ? "o" : "t");
    strcat(o->text, v == 1 ? "ne" : "wo");
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    long v;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    v = o->text[0] == 0 ? NOTHING : strcmp(o->text, "one") == 0 ? 1 : TORN;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

REGISTER(init, NONE)
