// SPDX-License-Identifier: MIT
// A detached thread that says when it is done, through a semaphore.
// Wrong: nobody waits for it.
// scenario: next next
// paths: no

#include "construct.h"

#include <pthread.h>
#include <semaphore.h>

struct task {
    sem_t done;
    long *n, result;
};

struct object {
    long n;
    struct task tasks[2];
    int used;
};

static void *work(void *argument)
{
    struct task *t = argument;
    t->result = __atomic_fetch_add(t->n, 1, __ATOMIC_SEQ_CST);
    sem_post(&t->done);
    return NULL;
}

static long next(struct object *o)
{
    struct task *t = &o->tasks[__atomic_fetch_add(&o->used, 1, __ATOMIC_SEQ_CST)];
    pthread_t helper;
    t->n = &o->n;
    sem_init(&t->done, 0, 0);
    pthread_create(&helper, NULL, work, t);
    pthread_detach(helper);
    IF_RIGHT(sem_wait(&t->done);)
    return t->result;
}

COUNTER(NONE, NONE)
