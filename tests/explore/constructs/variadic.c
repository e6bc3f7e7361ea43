// SPDX-License-Identifier: MIT
// Pointers that come through a variadic function, under a lock.
// Wrong: without one.
// scenario: next | next

#include "construct.h"

#include <pthread.h>
#include <stdarg.h>

struct object {
    pthread_mutex_t lock;
    long n, twice;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static void add(int count, ...)
{
    va_list all;
    va_start(all, count);
    for (int i = 1; i <= count; i++)
        *va_arg(all, long *) += i;
    va_end(all);
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long now = o->n;
    add(2, &o->n, &o->twice);
    long later = o->twice;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return later == 2 * now + 2 ? now : NOTHING;
}

COUNTER(init, NONE)
