// SPDX-License-Identifier: MIT
// tss_t of C11: each thread has its own place for a number.
// Wrong: they share one.
// scenario: next | next

#include "construct.h"

#include <stdatomic.h>
#include <threads.h>

struct object {
    tss_t mine;
    void *volatile ours;
    atomic_long n;
};

static void init(struct object *o)
{
    tss_create(&o->mine, NULL);
}

static void fini(struct object *o)
{
    tss_delete(o->mine);
}

static long next(struct object *o)
{
    void *ticket = (void *)(intptr_t)atomic_fetch_add(&o->n, 1);
    IF_RIGHT(tss_set(o->mine, ticket);)
    IF_WRONG(o->ours = ticket;)
    return (long)(intptr_t)EITHER(tss_get(o->mine), o->ours);
}

COUNTER(init, fini)
