// SPDX-License-Identifier: MIT
// Faulty: the last value of a segment is not marked as taken, because the whole
// segment will be left anyway. Until somebody does, it comes out again.

#include "queue_segments.h"

static bool is_last(segment *s)
{
    unsigned left = 0;
    for (unsigned i = 0; i < RELAXED_CELLS; i++)
        left += atomic_load(&s->cells[i]) != TAKEN;
    return left == 1;
}

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        segment *s = atomic_load(&q->head);
        segment *next = atomic_load(&s->next);
        bool used_up;
        for (unsigned i = 0; i < RELAXED_CELLS && is_last(s); i++) {
            *value = atomic_load(&s->cells[i]);
            if (*value > 0) {
                if (next)
                    atomic_compare_exchange_strong(&q->head, &s, next);
                return true;
            }
        }
        if (take_from(s, value))
            return true;
        if (!is_empty(s, &used_up))
            continue;
        if (!used_up || !atomic_load(&s->next))
            return false;
        atomic_compare_exchange_strong(&q->head, &s, next);
    }
}
