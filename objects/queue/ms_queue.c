// SPDX-License-Identifier: MIT
// The queue of Michael and Scott. Dequeuing moves the tail on before the head can
// pass it: no node is taken out while it is still the tail.

#include "ms_queue.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    int value;
    _Atomic(struct node *) next;
} node;

struct queue {
    _Atomic(node *) head;
    _Atomic(node *) tail;
};

static node *node_new(int value)
{
    node *n = malloc(sizeof *n);
    n->value = value;
    atomic_init(&n->next, NULL);
    return n;
}

queue *queue_new(void)
{
    queue *q = malloc(sizeof *q);
    node *n = node_new(0);
    atomic_init(&q->head, n);
    atomic_init(&q->tail, n);
    return q;
}

void queue_free(queue *q)
{
    for (node *n = atomic_load(&q->head), *next; n; n = next) {
        next = atomic_load(&n->next);
        free(n);
    }
    free(q);
}

void queue_enq(queue *q, int value)
{
    node *n = node_new(value);
    for (;;) {
        node *t = atomic_load(&q->tail);
        node *next = atomic_load(&t->next);
        if (t != atomic_load(&q->tail))
            continue;
        if (next) {
            atomic_compare_exchange_strong(&q->tail, &t, next);
        } else if (atomic_compare_exchange_strong(&t->next, &next, n)) {
            atomic_compare_exchange_strong(&q->tail, &t, n);
            return;
        }
    }
}

bool queue_deq(queue *q, int *value)
{
    for (;;) {
        node *h = atomic_load(&q->head);
        node *t = atomic_load(&q->tail);
        node *next = atomic_load(&h->next);
        if (h != atomic_load(&q->head))
            continue;
        if (h == t) {
            if (!next)
                return false;
            atomic_compare_exchange_strong(&q->tail, &t, next);
        } else {
            int v = next->value;
            if (atomic_compare_exchange_strong(&q->head, &h, next)) {
                *value = v;
                return true;
            }
        }
    }
}
