// SPDX-License-Identifier: MIT
// __atomic_fetch_add on one byte; its neighbours are no part of it.
// Wrong: a load and a store.
// scenario: next | next

#include "construct.h"

struct object {
    uint8_t before, n, after;
};

static long next(struct object *o)
{
#ifdef WRONG
    uint8_t now = __atomic_load_n(&o->n, __ATOMIC_ACQUIRE);
    __atomic_store_n(&o->n, (uint8_t)(now + 1), __ATOMIC_RELEASE);
#else
    uint8_t now = __atomic_fetch_add(&o->n, 1, __ATOMIC_ACQ_REL);
#endif
    return o->before || o->after ? NOTHING : (long)now;
}

COUNTER(NONE, NONE)
