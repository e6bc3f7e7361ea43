// SPDX-License-Identifier: MIT
// Faulty, as it was published; Colvin and Groves found it (2005). deq reads the
// first item and then finds that the queue is not empty. If the item was put in
// between, it takes the place for one that was emptied already and moves front
// past it. enq has the same fault the other way round. The repaired version looks at
// the item after it has seen that there is one, and at front once more.

#include "shann_queue.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct shann {
    _Atomic uint32_t front, rear;
    _Atomic uint64_t items[SHANN_ROOM]; // value, 0 for none; above it the number
};

static const uint64_t one_more = (uint64_t)1 << 32;

shann *shann_new(void)
{
    return calloc(1, sizeof(shann));
}

void shann_free(shann *q)
{
    free(q);
}

// The place and the two ends, in the order in which they are read. False: again.
static bool look(shann *q, _Atomic uint32_t *end, _Atomic uint32_t *other, uint32_t at,
                 uint64_t *item, uint32_t *far)
{
#ifdef SHANN_REPAIRED
    *far = atomic_load(other);
    if (at != atomic_load(end))
        return false;
    *item = atomic_load(&q->items[at % SHANN_ROOM]);
#else
    *item = atomic_load(&q->items[at % SHANN_ROOM]);
    *far = atomic_load(other);
#endif
    return at == atomic_load(end);
}

bool shann_enq(shann *q, int value)
{
    for (;;) {
        uint32_t rear = atomic_load(&q->rear), front;
        uint64_t item;
        if (!look(q, &q->rear, &q->front, rear, &item, &front))
            continue;
        if (rear == front + SHANN_ROOM)
            return false;
        uint64_t filled = ((item & ~(uint64_t)UINT32_MAX) + one_more) | (uint32_t)value;
        if ((uint32_t)item ||
            atomic_compare_exchange_strong(&q->items[rear % SHANN_ROOM], &item, filled)) {
            bool ours = !(uint32_t)item;
            atomic_compare_exchange_strong(&q->rear, &rear, rear + 1);
            if (ours)
                return true;
        }
    }
}

bool shann_deq(shann *q, int *value)
{
    for (;;) {
        uint32_t front = atomic_load(&q->front), rear;
        uint64_t item;
        if (!look(q, &q->front, &q->rear, front, &item, &rear))
            continue;
        if (front == rear)
            return false;
        uint64_t emptied = (item & ~(uint64_t)UINT32_MAX) + one_more;
        if (!(uint32_t)item ||
            atomic_compare_exchange_strong(&q->items[front % SHANN_ROOM], &item, emptied)) {
            *value = (int)(uint32_t)item;
            atomic_compare_exchange_strong(&q->front, &front, front + 1);
            if (*value)
                return true;
        }
    }
}
