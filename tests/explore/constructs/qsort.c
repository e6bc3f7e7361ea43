// SPDX-License-Identifier: MIT
// qsort of a shared array, under a lock.
// Wrong: without one.
// scenario: insert(3) | insert(1) ; delete_min delete_min
// right: unknown
// wrong: unknown

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
    size_t count;
    long items[4];
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static int downward(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x < y) - (x > y);
}

static void add(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    o->items[o->count] = v;
    o->count++;
    qsort(o->items, o->count, sizeof *o->items, downward);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long least(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long v = o->count ? o->items[--o->count] : NOTHING;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return v;
}

PRIORITY_QUEUE(init, NONE)
