// SPDX-License-Identifier: MIT
// See work_stealing.h. Where one task is left, the owner and a thief both go for it
// with a compare-and-swap of the top.

#include "work_stealing.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct tasks {
    _Atomic long top, bottom;
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
    long b = atomic_load(&t->bottom);
    atomic_store(&t->items[b % TASKS_ROOM], task);
    atomic_store(&t->bottom, b + 1);
}

static bool win_last(tasks *t, long top)
{
#ifdef LAST_UNCHECKED
    atomic_store(&t->top, top + 1);
    return true;
#else
    return atomic_compare_exchange_strong(&t->top, &top, top + 1);
#endif
}

int tasks_take(tasks *t)
{
    long b = atomic_load(&t->bottom) - 1;
    atomic_store(&t->bottom, b);
    long top = atomic_load(&t->top);
    if (top > b) {
        atomic_store(&t->bottom, b + 1);
        return TASKS_NONE;
    }
    int task = atomic_load(&t->items[b % TASKS_ROOM]);
    if (top == b) {
        if (!win_last(t, top))
            task = TASKS_NONE;
        atomic_store(&t->bottom, b + 1);
    }
    return task;
}

int tasks_steal(tasks *t)
{
    long top = atomic_load(&t->top);
    long b = atomic_load(&t->bottom);
    if (top >= b)
        return TASKS_NONE;
    int task = atomic_load(&t->items[top % TASKS_ROOM]);
    return atomic_compare_exchange_strong(&t->top, &top, top + 1) ? task : TASKS_NONE;
}
