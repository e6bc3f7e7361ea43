// SPDX-License-Identifier: MIT
// sem_t with one permit is a lock.
// Wrong: it begins with two.
// scenario: next | next

#include "construct.h"

#include <semaphore.h>

struct object {
    sem_t permits;
    long n;
};

static void init(struct object *o)
{
    sem_init(&o->permits, 0, EITHER(1, 2));
}

static void fini(struct object *o)
{
    sem_destroy(&o->permits);
}

static long next(struct object *o)
{
    sem_wait(&o->permits);
    long now = bump(&o->n);
    sem_post(&o->permits);
    return now;
}

COUNTER(init, fini)
