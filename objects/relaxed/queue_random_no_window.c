// SPDX-License-Identifier: MIT
// Faulty, as in §II of Round-Up: takes one of the first RELAXED_K + 1 values that are
// there. The oldest may be overtaken for ever.

#include "queue_nodes.h"

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        node *there[RELAXED_CELLS], *last = atomic_load(&q->head), *next;
        unsigned count = 0;
        while (count < RELAXED_CELLS && (next = atomic_load(&last->next))) {
            last = next;
            if (!atomic_load(&last->taken))
                there[count++] = last;
        }
        bool got = take_one(there, count, value);
        if (!got && !count && !atomic_load(&last->next))
            return false;
        leave_behind(q);
        if (got)
            return true;
    }
}
