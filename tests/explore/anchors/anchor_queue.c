// SPDX-License-Identifier: MIT
// A Michael–Scott queue that looks at the head again before it looks at the tail
// and never frees: the program behind the known counts of executions.

#include <linchpin/linchpin.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    int value;
    _Atomic(struct node *) next;
} node;

static _Atomic(node *) head, tail;

static void *create(void)
{
    node *n = malloc(sizeof *n);
    n->value = 0;
    atomic_init(&n->next, NULL);
    atomic_init(&head, n);
    atomic_init(&tail, n);
    return &head;
}

static lp_value enq(void *q, const lp_value *args)
{
    node *n = malloc(sizeof *n);
    (void)q;
    n->value = (int)lp_to_int(args[0]);
    atomic_store_explicit(&n->next, NULL, memory_order_relaxed);
    for (;;) {
        node *t = atomic_load_explicit(&tail, memory_order_acquire);
        node *next = atomic_load_explicit(&t->next, memory_order_acquire);
        if (t != atomic_load_explicit(&tail, memory_order_acquire))
            continue;
        if (next) {
            atomic_compare_exchange_strong(&tail, &t, next);
        } else if (atomic_compare_exchange_strong(&t->next, &next, n)) {
            atomic_compare_exchange_strong(&tail, &t, n);
            return LP_UNIT;
        }
    }
}

static lp_value deq(void *q, const lp_value *args)
{
    (void)q;
    (void)args;
    for (;;) {
        node *h = atomic_load_explicit(&head, memory_order_acquire);
        node *t = atomic_load_explicit(&tail, memory_order_acquire);
        node *next = atomic_load_explicit(&h->next, memory_order_acquire);
        if (h != atomic_load_explicit(&head, memory_order_acquire))
            continue;
        if (h == t) {
            if (!next)
                return LP_NIL;
            atomic_compare_exchange_strong(&tail, &t, next);
        } else {
            int v = next->value;
            if (atomic_compare_exchange_strong(&head, &h, next))
                return lp_int(v);
        }
    }
}

LP_OBJECT(anchor_queue, .create = create, .spec = "queue",
          .methods = {{"enq", enq, .args = {LP_UNIQUE}}, {"deq", deq}})
