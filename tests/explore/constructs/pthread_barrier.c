// SPDX-License-Identifier: MIT
// A pthread barrier between an operation and a thread that works for it.
// Wrong: the operation looks before the two have met.
// scenario: next next
// paths: no

#define _GNU_SOURCE
#include "construct.h"

#include <pthread.h>

struct object {
    long n;
};

struct task {
    struct object *o;
    pthread_barrier_t done;
    long result;
};

static void *work(void *argument)
{
    struct task *t = argument;
    t->result = __atomic_fetch_add(&t->o->n, 1, __ATOMIC_SEQ_CST);
    pthread_barrier_wait(&t->done);
    return NULL;
}

static long next(struct object *o)
{
    struct task t = {.o = o};
    pthread_t helper;
    pthread_barrier_init(&t.done, NULL, 2);
    pthread_create(&helper, NULL, work, &t);
    IF_WRONG(long early = t.result;)
    pthread_barrier_wait(&t.done);
    long result = EITHER(t.result, early);
    pthread_join(helper, NULL);
    pthread_barrier_destroy(&t.done);
    return result;
}

COUNTER(NONE, NONE)
