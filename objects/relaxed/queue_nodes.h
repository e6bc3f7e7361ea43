// SPDX-License-Identifier: MIT
// The queue with random dequeue of Afek, Korland and Yanovsky (OPODIS 2010), all but
// its `deq`: a list as Michael and Scott's. Values are marked as taken, and nodes
// that are taken are left behind. They are freed with the queue.

#ifndef QUEUE_NODES_H
#define QUEUE_NODES_H

#include "queue.h"
#include "relaxed.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    int value;
    _Atomic bool taken;
    _Atomic(struct node *) next;
} node;

struct queue {
    node *oldest;
    _Atomic(node *) head, tail; // head and all before it are taken
};

queue *queue_new(void)
{
    queue *q = malloc(sizeof *q);
    q->oldest = calloc(1, sizeof(node));
    q->oldest->taken = true;
    atomic_init(&q->head, q->oldest);
    atomic_init(&q->tail, q->oldest);
    return q;
}

void queue_free(queue *q)
{
    for (node *n = q->oldest, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(q);
}

void queue_enq(queue *q, int value)
{
    node *n = calloc(1, sizeof *n);
    n->value = value;
    for (;;) {
        node *last = atomic_load(&q->tail), *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&q->tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, n)) {
            atomic_compare_exchange_strong(&q->tail, &last, n);
            return;
        }
    }
}

// Takes any of these.
static inline bool take_one(node **nodes, unsigned count, int *value)
{
    unsigned from = count ? relaxed_begin(count, count - 1) : 0;
    for (unsigned i = 0; i < count; i++) {
        node *n = nodes[(from + i) % count];
        bool not_yet = false;
        if (!atomic_load(&n->taken) && atomic_compare_exchange_strong(&n->taken, &not_yet, true)) {
            *value = n->value;
            return true;
        }
    }
    return false;
}

static inline void leave_behind(queue *q)
{
    node *h = atomic_load(&q->head), *next;
    while ((next = atomic_load(&h->next)) && atomic_load(&next->taken)) {
        atomic_compare_exchange_strong(&q->head, &h, next);
        h = next;
    }
}

#endif
