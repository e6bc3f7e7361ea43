// SPDX-License-Identifier: MIT
// See work_stealing.h.

#include "work_stealing.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct tasks {
    _Atomic uint64_t anchor; // how many there are; above it a number that grows with each put
    _Atomic int items[TASKS_ROOM];
};

tasks *tasks_new(void)
{
    return calloc(1, sizeof(tasks));
}

void tasks_free(tasks *t)
{
    free(t);
}

void tasks_put(tasks *t, int task)
{
    uint64_t a = atomic_load(&t->anchor);
    atomic_store(&t->items[(uint32_t)a], task);
    atomic_store(&t->anchor, a + 1 + ((uint64_t)1 << 32));
}

int tasks_take(tasks *t)
{
    uint64_t a = atomic_load(&t->anchor);
    if (!(uint32_t)a)
        return TASKS_NONE;
    int task = atomic_load(&t->items[(uint32_t)a - 1]);
    atomic_store(&t->anchor, a - 1);
    return task;
}

int tasks_steal(tasks *t)
{
    for (;;) {
        uint64_t a = atomic_load(&t->anchor);
        if (!(uint32_t)a)
            return TASKS_NONE;
        int task = atomic_load(&t->items[(uint32_t)a - 1]);
        if (atomic_compare_exchange_strong(&t->anchor, &a, a - 1))
            return task;
    }
}
