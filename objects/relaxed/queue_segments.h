// SPDX-License-Identifier: MIT
// The queue of segments of Afek, Korland and Yanovsky (OPODIS 2010), all but its `deq`:
// a list of segments with RELAXED_K + 1 cells. Values are put into the last segment
// until it is full, and taken from the first until it is used up, each in any order. A
// cell is used once. Segments are freed with the queue.

#ifndef QUEUE_SEGMENTS_H
#define QUEUE_SEGMENTS_H

#include "queue.h"
#include "relaxed.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { NOT_YET = 0, TAKEN = -1 }; // of a cell; else its value

typedef struct segment {
    _Atomic int cells[RELAXED_CELLS];
    _Atomic(struct segment *) next;
} segment;

struct queue {
    segment *oldest;
    _Atomic(segment *) head, tail;
};

queue *queue_new(void)
{
    queue *q = malloc(sizeof *q);
    q->oldest = calloc(1, sizeof(segment));
    atomic_init(&q->head, q->oldest);
    atomic_init(&q->tail, q->oldest);
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

static void add_segment(queue *q, segment *full)
{
    segment *next = atomic_load(&full->next);
    if (!next) {
        segment *fresh = calloc(1, sizeof *fresh);
        if (atomic_compare_exchange_strong(&full->next, &next, fresh))
            next = fresh;
        else
            free(fresh);
    }
    atomic_compare_exchange_strong(&q->tail, &full, next);
}

void queue_enq(queue *q, int value)
{
    for (;;) {
        segment *s = atomic_load(&q->tail);
        unsigned from = relaxed_begin(RELAXED_CELLS, 0);
        for (unsigned i = 0; i < RELAXED_CELLS; i++) {
            int none = NOT_YET;
            if (atomic_compare_exchange_strong(&s->cells[(from + i) % RELAXED_CELLS], &none, value))
                return;
        }
        add_segment(q, s);
    }
}

// Takes any value out of it, if there is one.
static inline bool take_from(segment *s, int *value)
{
    unsigned from = relaxed_begin(RELAXED_CELLS, RELAXED_CELLS - 1);
    for (unsigned i = 0; i < RELAXED_CELLS; i++) {
        _Atomic int *cell = &s->cells[(from + i) % RELAXED_CELLS];
        *value = atomic_load(cell);
        if (*value > 0 && atomic_compare_exchange_strong(cell, value, TAKEN))
            return true;
    }
    return false;
}

// Was there a moment without a value in it? Cells go from NOT_YET to a value to TAKEN,
// so two looks that see the same prove it. `used_up`: there will be none any more.
static inline bool is_empty(segment *s, bool *used_up)
{
    int seen[RELAXED_CELLS];
    *used_up = true;
    for (unsigned i = 0; i < RELAXED_CELLS; i++) {
        seen[i] = atomic_load(&s->cells[i]);
        *used_up = *used_up && seen[i] == TAKEN;
        if (seen[i] > 0)
            return false;
    }
    for (unsigned i = 0; i < RELAXED_CELLS && !*used_up; i++)
        if (atomic_load(&s->cells[i]) != seen[i])
            return false;
    return true;
}

#endif
