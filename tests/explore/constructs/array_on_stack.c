// SPDX-License-Identifier: MIT
// An array of variable length on the stack holds a copy of shared memory, under a lock.
// Wrong: the copy is made and written back without one.
// scenario: next | next

#include "construct.h"

#include <pthread.h>
#include <string.h>

struct object {
    pthread_mutex_t lock;
    volatile size_t length;
    long n[3];
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
    o->length = 3;
}

static long next(struct object *o)
{
    size_t length = o->length;
    long copy[length];
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    memcpy(copy, o->n, length * sizeof(long));
    for (size_t i = 0; i < length; i++)
        copy[i]++;
    memcpy(o->n, copy, length * sizeof(long));
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return copy[length - 1] - 1;
}

COUNTER(init, NONE)
