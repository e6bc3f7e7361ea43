// SPDX-License-Identifier: MIT
// A node is taken by marking it; then its link is marked, so that nothing is linked behind
// it any more, and then it is cut out. Who meets a node that is taken helps with both.
// A link of zero: the node has been cut out.

#include "st_queue.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef GOES_ON
#define GOES_ON 0
#endif

typedef struct node {
    int key;
    atomic_bool taken;
    _Atomic uintptr_t next;      // the lowest bit: marked
    _Atomic(struct node *) prev; // where whoever took it came from
} node;

struct st_queue {
    node *head, *tail;
};

static node *node_new(int key)
{
    node *n = calloc(1, sizeof *n);
    if (!n)
        abort();
    n->key = key;
    return n;
}

st_queue *st_queue_new(void)
{
    st_queue *q = calloc(1, sizeof *q);
    if (!q)
        abort();
    q->head = node_new(INT_MIN);
    q->tail = node_new(INT_MAX);
    atomic_init(&q->head->next, (uintptr_t)q->tail);
    return q;
}

void st_queue_free(st_queue *q)
{
    for (node *n = q->head, *next; n; n = next) {
        next = (node *)(atomic_load(&n->next) & ~(uintptr_t)1);
        free(n);
    }
    free(q);
}

// NULL: the link is marked, or the node has been cut out.
static node *next_of(node *n)
{
    uintptr_t link = atomic_load(&n->next);
    return link & 1 ? NULL : (node *)link;
}

static node *help_remove(st_queue *q, node *n);

// The node behind *at, which becomes an earlier one if it is taken.
static node *read_next(st_queue *q, node **at)
{
    if (atomic_load(&(*at)->taken))
        *at = help_remove(q, *at);
    node *n = next_of(*at);
    while (!n) {
        *at = help_remove(q, *at);
        n = next_of(*at);
    }
    return n;
}

// The first node with at least this key; *at becomes the one before it.
static node *scan(st_queue *q, node **at, int key)
{
    node *n = read_next(q, at);
    while (n->key < key) {
        *at = n;
        n = read_next(q, at);
    }
    return n;
}

static void mark_link(node *n)
{
    uintptr_t link = atomic_load(&n->next);
    while (link && !(link & 1) && !atomic_compare_exchange_strong(&n->next, &link, link | 1))
        ;
}

static void cut_out(st_queue *q, node *n, node **prev)
{
    while (atomic_load(&n->next)) {
        node *last = scan(q, prev, n->key);
        uintptr_t expected = (uintptr_t)n, link = atomic_load(&n->next);
        if (last != n || !link)
            return;
        if (atomic_compare_exchange_strong(&(*prev)->next, &expected, link & ~(uintptr_t)1)) {
            atomic_store(&n->next, 0);
            return;
        }
    }
}

// Gives a node before n.
static node *help_remove(st_queue *q, node *n)
{
    mark_link(n);
    node *prev = atomic_load(&n->prev);
    if (!prev) {
        prev = q->head;
        scan(q, &prev, n->key);
    }
    cut_out(q, n, &prev);
    return prev;
}

void st_queue_insert(st_queue *q, int key)
{
    node *fresh = node_new(key), *at = q->head;
    for (;;) {
        node *n = scan(q, &at, key);
        if (n->key == key && !atomic_load(&n->taken)) {
            free(fresh);
            return;
        }
        uintptr_t expected = (uintptr_t)n;
        atomic_store(&fresh->next, expected);
        if (atomic_compare_exchange_strong(&at->next, &expected, (uintptr_t)fresh))
            return;
    }
}

bool st_queue_remove_min(st_queue *q, int *key)
{
    node *prev = q->head, *n;
    for (;;) {
        n = read_next(q, &prev);
        if (n == q->tail)
            return false;
        bool taken = atomic_load(&n->taken);
        if (atomic_load(&prev->next) != (uintptr_t)n)
            continue;
        if (!taken && atomic_compare_exchange_strong(&n->taken, &taken, true))
            break;
        prev = help_remove(q, n);
        if (!GOES_ON)
            prev = q->head;
    }
    atomic_store(&n->prev, prev);
    *key = n->key;
    mark_link(n);
    prev = q->head;
    cut_out(q, n, &prev);
    return true;
}
