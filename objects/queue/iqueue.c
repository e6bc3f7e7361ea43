// SPDX-License-Identifier: MIT
// Faulty: the IQueue of an exercise in The Art of Multiprocessor Programming. enq
// takes a place and then fills it; deq takes the first place that is filled, but
// says "empty" when the first place is not filled yet, though a later one is.

#include "ms_queue.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { ROOM = 64 };

struct queue {
    _Atomic int head, tail;
    _Atomic int items[ROOM]; // 0: not filled
};

queue *queue_new(void)
{
    return calloc(1, sizeof(queue));
}

void queue_free(queue *q)
{
    free(q);
}

void queue_enq(queue *q, int value)
{
    int place = atomic_load(&q->tail);
    while (!atomic_compare_exchange_strong(&q->tail, &place, place + 1))
        ;
    atomic_store(&q->items[place], value);
}

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        int place = atomic_load(&q->head);
        int item = atomic_load(&q->items[place]);
        if (!item)
            return false;
        if (atomic_compare_exchange_strong(&q->head, &place, place + 1)) {
            *value = item;
            return true;
        }
    }
}
