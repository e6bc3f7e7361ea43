// SPDX-License-Identifier: MIT
// cnd_wait and cnd_signal of C11, with a flag that says who may go on.
// Wrong: nobody is woken.
// scenario: next | next

#include "construct.h"

#include <threads.h>

struct object {
    mtx_t lock;
    cnd_t free;
    bool busy;
    long n;
};

static void init(struct object *o)
{
    mtx_init(&o->lock, mtx_plain);
    cnd_init(&o->free);
}

static void fini(struct object *o)
{
    cnd_destroy(&o->free);
    mtx_destroy(&o->lock);
}

static long next(struct object *o)
{
    mtx_lock(&o->lock);
    while (o->busy)
        cnd_wait(&o->free, &o->lock);
    o->busy = true;
    mtx_unlock(&o->lock);
    long now = bump(&o->n);
    mtx_lock(&o->lock);
    o->busy = false;
    IF_RIGHT(cnd_signal(&o->free);)
    mtx_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
