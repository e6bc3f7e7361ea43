// SPDX-License-Identifier: MIT
// qsort of an array of one's own, by a comparator that reads shared state, under a lock.
// Wrong: without one, the order changes while it sorts.
// scenario: write(1) | read

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_mutex_t lock;
};

// Sorted upward or downward; both are always the same.
static volatile long sign, again;

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    sign = again = NOTHING;
}

static int by_sign(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b, s = x == 1 || y == 1 ? sign : again;
    return (int)(s * ((x > y) - (x < y)));
}

static void store(struct object *o, long v)
{
    (void)o;
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    sign = v;
    again = v;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
}

static long load(struct object *o)
{
    (void)o;
    long items[3] = {2, 1, 3};
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    qsort(items, 3, sizeof *items, by_sign);
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return items[0] == 3 && items[2] == 1 ? NOTHING : items[0] == 1 && items[2] == 3 ? 1 : TORN;
}

REGISTER(init, NONE)
