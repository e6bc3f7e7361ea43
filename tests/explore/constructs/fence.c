// SPDX-License-Identifier: MIT
// Dekker's entry with atomic_thread_fence: of two who enter at once at most one goes on.
// Wrong: the other's flag is read before one's own is set.
// scenario: insert(1) | insert(2) ; contains(3)

#include "construct.h"

#include <stdatomic.h>

// 3 is in the set when both 1 and 2 were let in, which must not be.
struct object {
    atomic_bool flag[3], in[3];
};

static bool add(struct object *o, long v)
{
    long other = 3 - v;
    IF_WRONG(bool free = !atomic_load_explicit(&o->flag[other], memory_order_relaxed);)
    atomic_store_explicit(&o->flag[v], true, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    IF_RIGHT(bool free = !atomic_load_explicit(&o->flag[other], memory_order_relaxed);)
    o->in[v] = free;
    return true;
}

static bool has(struct object *o, long v)
{
    (void)v;
    return o->in[1] && o->in[2];
}

SET(NONE, NONE)
