// SPDX-License-Identifier: MIT
// The bounded k-FIFO queue of Kirsch, Lippautz and Payer (2012): a ring of segments with
// RELAXED_K + 1 slots. Values are put into the segment of the tail and taken from
// that of the head. A value that was put where the head has just passed by is taken
// back and put again (`committed`).

#include "queue.h"
#include "slots.h"

#include <stdlib.h>

enum { SEGMENTS = 32, SLOTS = SEGMENTS * RELAXED_CELLS };

struct queue {
    slot head, tail; // where a segment begins, with a version
    slot slots[SLOTS];
};

queue *queue_new(void)
{
    return calloc(1, sizeof(queue));
}

void queue_free(queue *q)
{
    free(q);
}

static void advance(slot *end, uint64_t old)
{
    slot_swap(end, old, slot_next(old, (slot_value(old) + RELAXED_CELLS) % SLOTS));
}

// Which part of the ring is a segment in?
typedef enum place { AT_HEAD, BEHIND_HEAD, OUTSIDE } place;

static place place_of(int segment, int head, int tail)
{
    if (segment == head)
        return AT_HEAD;
    bool inside =
        head <= tail ? head < segment && segment <= tail : segment > head || segment <= tail;
    return inside ? BEHIND_HEAD : OUTSIDE;
}

// Does the value count, put into the segment where the tail was? If not, it is out again.
static bool committed(queue *q, uint64_t tail_old, slot *s, uint64_t word)
{
    if (atomic_load(s) != word)
        return true; // somebody has it
    uint64_t head = atomic_load(&q->head), tail = atomic_load(&q->tail);
    place where = place_of(slot_value(tail_old), slot_value(head), slot_value(tail));
    if (where == BEHIND_HEAD)
        return true;
    // At the head, those who look for the last value of the segment must look again.
    if (where == AT_HEAD && slot_swap(&q->head, head, slot_next(head, slot_value(head))))
        return true;
    return !slot_swap(s, word, slot_next(word, 0));
}

static bool is_full(uint64_t head, uint64_t tail)
{
    return (slot_value(tail) + RELAXED_CELLS) % SLOTS == slot_value(head);
}

void queue_enq(queue *q, int value)
{
    for (;;) {
        uint64_t tail = atomic_load(&q->tail), head = atomic_load(&q->head), word;
        slot *segment = &q->slots[slot_value(tail)];
        unsigned index;
        bool found = slots_find(segment, relaxed_begin(RELAXED_CELLS, 0), false, &index, &word);
        if (tail != atomic_load(&q->tail))
            continue;
        if (found) {
            uint64_t fresh = slot_next(word, value);
            if (slot_swap(&segment[index], word, fresh) &&
                committed(q, tail, &segment[index], fresh))
                return;
            continue;
        }
        if (is_full(head, tail)) {
            if (!slots_empty(&q->slots[slot_value(head)]) && head == atomic_load(&q->head))
                abort(); // more values than this queue has room for
            advance(&q->head, head);
        }
        advance(&q->tail, tail);
    }
}

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        uint64_t head = atomic_load(&q->head), word;
        slot *segment = &q->slots[slot_value(head)];
        unsigned index, from = relaxed_begin(RELAXED_CELLS, RELAXED_CELLS - 1);
        bool found = slots_find(segment, from, true, &index, &word);
        uint64_t tail = atomic_load(&q->tail);
        if (head != atomic_load(&q->head))
            continue;
        if (found) {
            if (slot_value(head) == slot_value(tail))
                advance(&q->tail, tail);
            if (slot_swap(&segment[index], word, slot_next(word, 0))) {
                *value = slot_value(word);
                return true;
            }
            continue;
        }
        if (slot_value(head) == slot_value(tail) && tail == atomic_load(&q->tail))
            return false;
        advance(&q->head, head);
    }
}
