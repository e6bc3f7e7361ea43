// SPDX-License-Identifier: MIT
// The queue of segments: see queue_segments.h.

#include "queue_segments.h"

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        segment *s = atomic_load(&q->head);
        bool used_up;
        if (take_from(s, value))
            return true;
        if (!is_empty(s, &used_up))
            continue;
        segment *next = atomic_load(&s->next);
        if (!used_up || !next)
            return false; // what is not full is the last
        atomic_compare_exchange_strong(&q->head, &s, next);
    }
}
