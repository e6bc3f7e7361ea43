// SPDX-License-Identifier: MIT
// Faulty: a list for one thread, used by several. It has neither locks nor
// atomics. Two `enq`, or two `deq`, at once go wrong; one `enq` beside one `deq`
// does not, as one has the tail to itself and the other the head.

#include "ms_queue.h"

#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} node;

struct queue {
    node *head, *tail; // the first node's value is gone
};

static node *node_new(int value)
{
    node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    return n;
}

queue *queue_new(void)
{
    queue *q = malloc(sizeof *q);
    q->head = q->tail = node_new(0);
    return q;
}

void queue_free(queue *q)
{
    for (node *n = q->head, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(q);
}

void queue_enq(queue *q, int value)
{
    node *n = node_new(value);
    q->tail->next = n;
    q->tail = n;
}

bool queue_deq(queue *q, int *value)
{
    node *n = q->head->next;
    if (!n)
        return false;
    *value = n->value;
    q->head = n;
    return true;
}
