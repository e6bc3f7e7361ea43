// SPDX-License-Identifier: MIT
// The queue of Michael and Scott with hazard pointers (Michael, 2004): who is about
// to look into a node says so first, and looks again whether the node is still
// where it was. Who takes a node out frees it when nobody says so any more; until
// then it waits in a list of the thread's own.

#include "ms_queue.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MAX = 32, RETIRED_MAX = 256 };

typedef struct node {
    int value;
    _Atomic(struct node *) next;
} node;

struct queue {
    _Atomic(node *) head;
    _Atomic(node *) tail;
};

typedef struct hazards {
    _Atomic(node *) looks_at[2];
    node *retired[RETIRED_MAX];
    int retired_count;
} hazards;

static hazards all[THREADS_MAX];
static _Atomic int users;
static _Thread_local hazards *mine;

static hazards *own_hazards(void)
{
    if (!mine)
        mine = &all[atomic_fetch_add(&users, 1)];
    return mine;
}

#ifndef STILL_LOOKED_AT
#define STILL_LOOKED_AT looked_at

static bool looked_at(const node *n)
{
    int count = atomic_load(&users);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            if (atomic_load(&all[i].looks_at[k]) == n)
                return true;
    return false;
}
#endif

static void retire(hazards *h, node *n)
{
    h->retired[h->retired_count++] = n;
    int kept = 0;
    for (int i = 0; i < h->retired_count; i++) {
        node *r = h->retired[i];
        if (STILL_LOOKED_AT(r))
            h->retired[kept++] = r;
        else
            free(r);
    }
    h->retired_count = kept;
}

static void done(hazards *h)
{
    atomic_store(&h->looks_at[0], NULL);
    atomic_store(&h->looks_at[1], NULL);
}

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
    for (int i = 0; i < THREADS_MAX; i++)
        while (all[i].retired_count)
            free(all[i].retired[--all[i].retired_count]);
}

void queue_enq(queue *q, int value)
{
    hazards *h = own_hazards();
    node *n = node_new(value);
    for (;;) {
        node *t = atomic_load(&q->tail);
        atomic_store(&h->looks_at[0], t);
        if (t != atomic_load(&q->tail))
            continue;
        node *next = atomic_load(&t->next);
        if (next) {
            atomic_compare_exchange_strong(&q->tail, &t, next);
        } else if (atomic_compare_exchange_strong(&t->next, &next, n)) {
            atomic_compare_exchange_strong(&q->tail, &t, n);
            done(h);
            return;
        }
    }
}

bool queue_deq(queue *q, int *value)
{
    hazards *h = own_hazards();
    for (;;) {
        node *first = atomic_load(&q->head);
        atomic_store(&h->looks_at[0], first);
        if (first != atomic_load(&q->head))
            continue;
        node *last = atomic_load(&q->tail);
        node *next = atomic_load(&first->next);
        atomic_store(&h->looks_at[1], next);
        if (first != atomic_load(&q->head))
            continue;
        if (!next) {
            done(h);
            return false;
        }
        if (first == last) {
            atomic_compare_exchange_strong(&q->tail, &last, next);
            continue;
        }
        int v = next->value;
        if (atomic_compare_exchange_strong(&q->head, &first, next)) {
            *value = v;
            done(h);
            retire(h, first);
            return true;
        }
    }
}
