// SPDX-License-Identifier: MIT
// A block of alloca that another thread is given a pointer to.
// Wrong: that thread's result is taken too early.
// scenario: next next
// paths: no

#include "construct.h"

#include <alloca.h>
#include <pthread.h>

struct object {
    long n;
};

struct task {
    struct object *o;
    long result;
};

static void *work(void *argument)
{
    struct task *t = argument;
    t->result = __atomic_fetch_add(&t->o->n, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static long next(struct object *o)
{
    struct task *t = alloca(sizeof *t);
    pthread_t helper;
    *t = (struct task){o, 0};
    pthread_create(&helper, NULL, work, t);
    IF_WRONG(long early = *(volatile long *)&t->result;)
    pthread_join(helper, NULL);
    return EITHER(t->result, early);
}

COUNTER(NONE, NONE)
