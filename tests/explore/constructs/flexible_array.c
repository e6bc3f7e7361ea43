// SPDX-License-Identifier: MIT
// A stack in a flexible array member, under a lock.
// Wrong: a push without one.
// scenario: push(1) | push(2) ; pop pop

#include "construct.h"

#include <pthread.h>

struct items {
    size_t count;
    long at[];
};

struct object {
    pthread_mutex_t lock;
    struct items *items;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    o->items = calloc(1, sizeof *o->items + 4 * sizeof(long));
}

static void fini(struct object *o)
{
    free(o->items);
}

static void push(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    o->items->at[o->items->count] = v;
    o->items->count++;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long pop(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    long v = o->items->count ? o->items->at[--o->items->count] : NOTHING;
    pthread_mutex_unlock(&o->lock);
    return v;
}

STACK(init, fini)
