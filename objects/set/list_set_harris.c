// SPDX-License-Identifier: MIT
// The list of Harris (2001) as simplified by Michael (2002): without locks. The mark
// of a node that is being taken out is the lowest bit of its next pointer, so that
// nothing can be linked behind it any more; whoever meets a marked node unlinks it.

#include "list_set.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef MARK
#define MARK 1
#endif

typedef struct node {
    int key;
    _Atomic uintptr_t next;
} node;

struct set {
    node *head;
};

static node *node_of(uintptr_t link)
{
    return (node *)(link & ~(uintptr_t)1);
}

static node *node_new(int key, node *next)
{
    node *n = malloc(sizeof *n);
    n->key = key;
    atomic_init(&n->next, (uintptr_t)next);
    return n;
}

set *set_new(void)
{
    set *s = malloc(sizeof *s);
    s->head = node_new(INT_MIN, node_new(INT_MAX, NULL));
    return s;
}

void set_free(set *s)
{
    for (node *n = s->head, *next; n; n = next) {
        next = node_of(atomic_load(&n->next));
        free(n);
    }
    free(s);
}

// The first node with at least this key, and the one before it.
static node *find(set *s, int key, node **before)
{
again:
    *before = s->head;
    node *n = node_of(atomic_load(&(*before)->next));
    for (;;) {
        uintptr_t link = atomic_load(&n->next);
        if (link & 1) {
            uintptr_t old = (uintptr_t)n;
            if (!atomic_compare_exchange_strong(&(*before)->next, &old, link & ~(uintptr_t)1))
                goto again;
        } else if (n->key >= key) {
            return n;
        } else {
            *before = n;
        }
        n = node_of(link);
    }
}

bool set_add(set *s, int key)
{
    node *fresh = node_new(key, NULL);
    for (;;) {
        node *before, *n = find(s, key, &before);
        if (n->key == key) {
            free(fresh);
            return false;
        }
        uintptr_t old = (uintptr_t)n;
        atomic_store(&fresh->next, old);
        if (atomic_compare_exchange_strong(&before->next, &old, (uintptr_t)fresh))
            return true;
    }
}

bool set_remove(set *s, int key)
{
    for (;;) {
        node *before, *n = find(s, key, &before);
        if (n->key != key)
            return false;
        uintptr_t link = atomic_load(&n->next);
        if (link & 1 || !atomic_compare_exchange_strong(&n->next, &link, link | MARK))
            continue;
        uintptr_t old = (uintptr_t)n;
        bool unlinked = atomic_compare_exchange_strong(&before->next, &old, link);
        if (MARK || unlinked)
            return true;
    }
}

bool set_contains(set *s, int key)
{
    node *n = s->head;
    while (n->key < key)
        n = node_of(atomic_load(&n->next));
    return n->key == key && !(atomic_load(&n->next) & 1);
}
