// SPDX-License-Identifier: MIT
// The destructor of a pthread key runs when a thread ends, and does the counting.
// Wrong: it counts without care for the other thread's.
// scenario: next | next
// paths: no

#include "construct.h"

#include <pthread.h>

struct object {
    pthread_key_t key;
    long n;
};

struct task {
    struct object *o;
    long result;
};

static void at_end(void *value)
{
    struct task *t = value;
    t->result = EITHER(__atomic_fetch_add(&t->o->n, 1, __ATOMIC_SEQ_CST), bump(&t->o->n));
}

static void init(struct object *o)
{
    pthread_key_create(&o->key, at_end);
}

static void fini(struct object *o)
{
    pthread_key_delete(o->key);
}

static void *work(void *argument)
{
    struct task *t = argument;
    pthread_setspecific(t->o->key, t);
    return NULL;
}

static long next(struct object *o)
{
    struct task t = {o, NOTHING};
    pthread_t helper;
    pthread_create(&helper, NULL, work, &t);
    pthread_join(helper, NULL);
    return t.result;
}

COUNTER(init, fini)
