// SPDX-License-Identifier: MIT
// The unbounded k-FIFO queue of Kirsch, Lippautz and Payer (2012): as the bounded one
// (queue_bounded.c), with a list of segments in place of the ring. Segments are freed with
// the queue.

#include "queue.h"
#include "slots.h"
#include "versioned.h"

#include <stdlib.h>

typedef struct segment {
    slot slots[RELAXED_CELLS];
    _Atomic(struct segment *) next;
    _Atomic bool deleted; // or about to be
} segment;

struct queue {
    segment *oldest;
    versioned head, tail;
};

queue *queue_new(void)
{
    queue *q = malloc(sizeof *q);
    q->oldest = calloc(1, sizeof(segment));
    atomic_init(&q->head, versioned_next(0, q->oldest));
    atomic_init(&q->tail, versioned_next(0, q->oldest));
    return q;
}

void queue_free(queue *q)
{
    for (segment *s = q->oldest, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    free(q);
}

static void advance_tail(queue *q, uint64_t tail)
{
    segment *last = versioned_pointer(tail), *next = atomic_load(&last->next);
    if (!next) {
        segment *fresh = calloc(1, sizeof *fresh);
        if (atomic_compare_exchange_strong(&last->next, &next, fresh))
            next = fresh;
        else
            free(fresh);
    }
    versioned_swap(&q->tail, tail, next);
}

static void advance_head(queue *q, uint64_t head)
{
    segment *first = versioned_pointer(head);
    uint64_t tail = atomic_load(&q->tail);
    if (head != atomic_load(&q->head))
        return;
    if (versioned_pointer(tail) == first)
        advance_tail(q, tail);
    atomic_store(&first->deleted, true);
    versioned_swap(&q->head, head, atomic_load(&first->next));
}

// Does the value count? If not, it is out again.
static bool committed(queue *q, segment *last, slot *s, uint64_t word)
{
    if (atomic_load(s) != word)
        return true; // somebody has it
    uint64_t head = atomic_load(&q->head);
    bool deleted = atomic_load(&last->deleted);
    if (!deleted && versioned_pointer(head) != last)
        return true;
    // At the head, those who look for the last value of the segment must look again.
    if (versioned_pointer(head) == last && versioned_swap(&q->head, head, last))
        return true;
    return !slot_swap(s, word, slot_next(word, 0));
}

void queue_enq(queue *q, int value)
{
    for (;;) {
        uint64_t tail = atomic_load(&q->tail), word;
        segment *last = versioned_pointer(tail);
        unsigned index;
        bool found = slots_find(last->slots, relaxed_begin(RELAXED_CELLS, 0), false, &index, &word);
        if (tail != atomic_load(&q->tail))
            continue;
        if (!found) {
            advance_tail(q, tail);
            continue;
        }
        uint64_t fresh = slot_next(word, value);
        if (slot_swap(&last->slots[index], word, fresh) &&
            committed(q, last, &last->slots[index], fresh))
            return;
    }
}

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        uint64_t head = atomic_load(&q->head), word;
        segment *first = versioned_pointer(head);
        unsigned index, from = relaxed_begin(RELAXED_CELLS, RELAXED_CELLS - 1);
        bool found = slots_find(first->slots, from, true, &index, &word);
        uint64_t tail = atomic_load(&q->tail);
        if (head != atomic_load(&q->head))
            continue;
        if (found) {
            if (first == versioned_pointer(tail))
                advance_tail(q, tail);
            if (slot_swap(&first->slots[index], word, slot_next(word, 0))) {
                *value = slot_value(word);
                return true;
            }
            continue;
        }
        if (first == versioned_pointer(tail) && tail == atomic_load(&q->tail))
            return false;
        advance_head(q, head);
    }
}
