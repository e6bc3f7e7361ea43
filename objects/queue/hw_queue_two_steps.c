// SPDX-License-Identifier: MIT
// Faulty: `deq` looks at a place and empties it in two steps instead of one. Two of
// them can take the same value.

#include "hw_queue.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct hw_queue {
    _Atomic int back;
    _Atomic int items[HW_QUEUE_ROOM]; // 0: nothing there yet, or not any more
};

hw_queue *hw_queue_new(void)
{
    return calloc(1, sizeof(hw_queue));
}

void hw_queue_free(hw_queue *q)
{
    free(q);
}

void hw_queue_enq(hw_queue *q, int value)
{
    int place = atomic_fetch_add(&q->back, 1);
    atomic_store(&q->items[place], value);
}

int hw_queue_deq(hw_queue *q)
{
    for (;;) {
        int range = atomic_load(&q->back);
        for (int i = 0; i < range; i++) {
            int value = atomic_load(&q->items[i]);
            if (!value)
                continue;
            atomic_store(&q->items[i], 0);
            return value;
        }
        sched_yield();
    }
}
