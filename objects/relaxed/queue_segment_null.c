// SPDX-License-Identifier: MIT
// Faulty: one who finds the first segment used up goes on to the next, and says that
// there was nothing.

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
        if (used_up && next)
            atomic_compare_exchange_strong(&q->head, &s, next);
        return false;
    }
}
