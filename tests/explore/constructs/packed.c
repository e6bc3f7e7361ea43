// SPDX-License-Identifier: MIT
// A packed struct with a member that is not aligned, under a lock.
// Wrong: without one; the access is unaligned and still an access.
// scenario: next | next

#include "construct.h"

#include <pthread.h>

struct __attribute__((packed)) record {
    char tag;
    long n;
};

struct object {
    pthread_mutex_t lock;
    struct record r;
};

static void init(struct object *o)
{
    pthread_mutex_init(&o->lock, NULL);
}

static long next(struct object *o)
{
    IF_RIGHT(pthread_mutex_lock(&o->lock);)
    long now = o->r.n;
    o->r.n = now + 1;
    IF_RIGHT(pthread_mutex_unlock(&o->lock);)
    return now;
}

COUNTER(init, NONE)
