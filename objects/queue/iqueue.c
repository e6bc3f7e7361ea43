// SPDX-License-Identifier: MIT
// Faulty: IQueue of Herlihy and Shavit, "The Art of Multiprocessor Programming". Enqueuing
// takes the next place and then fills it, as in hw_queue.c; but dequeuing looks at
// the first place only. While that is not filled yet it finds nothing, whatever stands
// behind it.

#include "ms_queue.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { ROOM = 256 };

struct queue {
    _Atomic int head, tail;
    _Atomic int items[ROOM]; // 0: not filled yet
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
    while (!atomic_compare_exchange_weak(&q->tail, &place, place + 1))
        ;
    atomic_store(&q->items[place], value);
}

bool queue_deq(queue *q, int *value)
{
    int place = atomic_load(&q->head);
    do {
        *value = atomic_load(&q->items[place]);
        if (!*value)
            return false;
    } while (!atomic_compare_exchange_weak(&q->head, &place, place + 1));
    return true;
}
