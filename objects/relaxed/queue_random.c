// SPDX-License-Identifier: MIT
// The queue with random dequeue: takes one of the first RELAXED_K + 1 nodes, counted
// with those that are taken already. This window moves on when its first node is
// taken, so what stays there is overtaken no more than RELAXED_K times.

#include "queue_nodes.h"

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        node *window[RELAXED_CELLS], *last = atomic_load(&q->head), *next;
        unsigned count = 0;
        while (count < RELAXED_CELLS && (next = atomic_load(&last->next)))
            last = window[count++] = next;
        bool got = take_one(window, count, value);
        // Taken is for ever: if nothing comes after them now, there is nothing.
        if (!got && count < RELAXED_CELLS && !atomic_load(&last->next))
            return false;
        leave_behind(q);
        if (got)
            return true;
    }
}
