// SPDX-License-Identifier: MIT
// bsearch in a shared sorted array, under a lock.
// Wrong: without one, while the array is moved to make room.
// scenario: insert(2) ; insert(1) | contains(2)
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

static int upward(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static bool add(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    bool found = bsearch(&v, o->items, o->count, sizeof v, upward);
    if (!found) {
        size_t i = o->count;
        for (; i > 0 && o->items[i - 1] > v; i--) {
            o->items[i] = o->items[i - 1];
            o->items[i - 1] = 0;
        }
        o->items[i] = v;
        o->count++;
    }
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return !found;
}

static bool has(struct object *o, long v)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    bool found = bsearch(&v, o->items, o->count, sizeof v, upward);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return found;
}

SET(init, NONE)
