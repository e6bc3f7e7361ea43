// SPDX-License-Identifier: MIT
// Faulty: dequeuing does not look at the tail. The head may pass it, and a node
// that was taken out and cut off from the list is still the tail: the next value
// is linked behind it, where nobody finds it.

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
        node *next = atomic_load(&h->next);
        if (h != atomic_load(&q->head))
            continue;
        if (!next)
            return false;
        int v = next->value;
        if (atomic_compare_exchange_strong(&q->head, &h, next)) {
            atomic_store(&h->next, NULL);
            *value = v;
            return true;
        }
    }
}
