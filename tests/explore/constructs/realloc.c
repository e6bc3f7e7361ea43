// SPDX-License-Identifier: MIT
// An array that grows by realloc, under a lock.
// Wrong: without one, so that an old block is used after it was given back.
// scenario: push(1) | push(2) ; pop pop

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    long *items;
    size_t count, space;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static void fini(struct object *o)
{
    free(o->items);
}

static void push(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    if (o->count == o->space)
        o->items = realloc(o->items, ++o->space * sizeof *o->items);
    o->items[o->count++] = v;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long pop(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long v = o->count ? o->items[--o->count] : NOTHING;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

STACK(init, fini)
