// SPDX-License-Identifier: MIT
// sem_trywait says whether a permit was there.
// Wrong: its answer is ignored, and each call gives back a permit that it may not have.
// scenario: next | next
// paths: no

#include "construct.h"

#include <sched.h>
#include <semaphore.h>

struct object {
    sem_t permits;
    long n;
};

static void init(struct object *o)
{
    sem_init(&o->permits, 0, 1);
}

static void fini(struct object *o)
{
    sem_destroy(&o->permits);
}

static long next(struct object *o)
{
    while (sem_trywait(&o->permits) != 0 IF_WRONG(&&false))
        sched_yield();
    long now = bump(&o->n);
    sem_post(&o->permits);
    return now;
}

COUNTER(init, fini)
