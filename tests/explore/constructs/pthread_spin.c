// SPDX-License-Identifier: MIT
// A pthread spin lock.
// Wrong: pthread_spin_trylock, and its answer is ignored.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>

struct object {
    pthread_spinlock_t lock;
    long n;
};

static void init(struct object *o)
{
    pthread_spin_init(&o->lock, PTHREAD_PROCESS_PRIVATE);
}

static void fini(struct object *o)
{
    pthread_spin_destroy(&o->lock);
}

static long next(struct object *o)
{
    bool mine = EITHER(pthread_spin_lock, pthread_spin_trylock)(&o->lock) == 0;
    long now = bump(&o->n);
    if (mine)
        pthread_spin_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
