// SPDX-License-Identifier: MIT
// See work_stealing.h. The owner moves the head without a compare-and-swap, maybe back
// to a task that a thief has taken.

#include "work_stealing.h"

#include <stdatomic.h>
#include <stdlib.h>

struct tasks {
    _Atomic long head, tail;
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
    long tail = atomic_load(&t->tail);
    atomic_store(&t->items[tail % TASKS_ROOM], task);
    atomic_store(&t->tail, tail + 1);
}

int tasks_take(tasks *t)
{
    long head = atomic_load(&t->head);
    if (head == atomic_load(&t->tail))
        return TASKS_NONE;
    int task = atomic_load(&t->items[head % TASKS_ROOM]);
    atomic_store(&t->head, head + 1);
    return task;
}

int tasks_steal(tasks *t)
{
    for (;;) {
        long head = atomic_load(&t->head);
        if (head == atomic_load(&t->tail))
            return TASKS_NONE;
        int task = atomic_load(&t->items[head % TASKS_ROOM]);
        if (atomic_compare_exchange_strong(&t->head, &head, head + 1))
            return task;
    }
}
