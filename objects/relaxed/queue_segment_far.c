// SPDX-License-Identifier: MIT
// Faulty: takes from the segment behind the first one if there is one, to keep out of
// the others' way. What it takes may be more than RELAXED_K away from the head.

#include "queue_segments.h"

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        segment *s = atomic_load(&q->head);
        segment *behind = atomic_load(&s->next);
        bool used_up;
        if (behind && take_from(behind, value))
            return true;
        if (take_from(s, value))
            return true;
        if (!is_empty(s, &used_up))
            continue;
        segment *next = atomic_load(&s->next);
        if (!used_up || !next)
            return false;
        atomic_compare_exchange_strong(&q->head, &s, next);
    }
}
