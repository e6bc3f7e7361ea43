// SPDX-License-Identifier: MIT
// thrd_create and thrd_join of C11 within an operation.
// Wrong: the result is taken before the thread has ended.
// scenario: next next
// paths: no

#include "construct.h"

#include <stdatomic.h>
#include <threads.h>

struct object {
    atomic_long n;
};

struct task {
    struct object *o;
    long result;
};

static int work(void *argument)
{
    struct task *t = argument;
    t->result = atomic_fetch_add(&t->o->n, 1);
    return 0;
}

static long next(struct object *o)
{
    struct task t = {o, 0};
    thrd_t helper;
    thrd_create(&helper, work, &t);
    IF_WRONG(long early = t.result;)
    thrd_join(helper, NULL);
    return EITHER(t.result, early);
}

COUNTER(NONE, NONE)
