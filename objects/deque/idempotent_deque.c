// SPDX-License-Identifier: MIT
// See work_stealing.h. The owner writes the anchor without a compare-and-swap, and may
// bring back tasks that thieves have taken.

#include "work_stealing.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef TAG
#define TAG 1 // what a put adds to the tag
#endif

// Where the first task is, how many there are, and the tag, in one word.
#define PACK(first, count, tag)                                                                    \
    ((uint64_t)(uint32_t)(tag) << 32 | (uint64_t)(uint16_t)(count) << 16 | (uint64_t)(first))
#define FIRST(word) ((uint32_t)(word)&0xffff)
#define COUNT(word) ((uint32_t)(word) >> 16)
#define TAG_OF(word) ((uint32_t)((word) >> 32))

struct tasks {
    _Atomic uint64_t anchor;
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
    atomic_store(&t->items[(FIRST(a) + COUNT(a)) % TASKS_ROOM], task);
    atomic_store(&t->anchor, PACK(FIRST(a), COUNT(a) + 1, TAG_OF(a) + TAG));
}

int tasks_take(tasks *t)
{
    uint64_t a = atomic_load(&t->anchor);
    if (!COUNT(a))
        return TASKS_NONE;
    int task = atomic_load(&t->items[(FIRST(a) + COUNT(a) - 1) % TASKS_ROOM]);
    atomic_store(&t->anchor, PACK(FIRST(a), COUNT(a) - 1, TAG_OF(a)));
    return task;
}

int tasks_steal(tasks *t)
{
    for (;;) {
        uint64_t a = atomic_load(&t->anchor);
        if (!COUNT(a))
            return TASKS_NONE;
        int task = atomic_load(&t->items[FIRST(a)]);
        uint64_t rest = PACK((FIRST(a) + 1) % TASKS_ROOM, COUNT(a) - 1, TAG_OF(a));
        if (atomic_compare_exchange_strong(&t->anchor, &a, rest))
            return task;
    }
}
