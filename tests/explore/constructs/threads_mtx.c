// SPDX-License-Identifier: MIT
// mtx_lock and mtx_unlock of C11.
// Wrong: mtx_trylock, and its answer is ignored.
// scenario: next | next

#include "construct.h"

#include <threads.h>

struct object {
    mtx_t lock;
    long n;
};

static void init(struct object *o)
{
    mtx_init(&o->lock, mtx_plain);
}

static void fini(struct object *o)
{
    mtx_destroy(&o->lock);
}

static long next(struct object *o)
{
    bool mine = EITHER(mtx_lock, mtx_trylock)(&o->lock) == thrd_success;
    long now = bump(&o->n);
    if (mine)
        mtx_unlock(&o->lock);
    return now;
}

COUNTER(init, fini)
