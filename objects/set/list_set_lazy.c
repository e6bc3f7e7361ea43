// SPDX-License-Identifier: MIT
// The lazy list: see list_set.h.

#include "list_set.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
    int key;
    _Atomic(struct node *) next;
    _Atomic bool gone; // set before it is unlinked
    pthread_mutex_t lock;
} node;

struct set {
    node *head;
};

static node *node_new(int key, node *next)
{
    node *n = malloc(sizeof *n);
    n->key = key;
    atomic_init(&n->next, next);
    atomic_init(&n->gone, false);
    pthread_mutex_init(&n->lock, NULL);
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
        next = atomic_load(&n->next);
        free(n);
    }
    free(s);
}

static node *walk(set *s, int key, node **after)
{
    node *before = s->head, *n = atomic_load(&before->next);
    while (n->key < key) {
        before = n;
        n = atomic_load(&n->next);
    }
    *after = n;
    return before;
}

static void leave(node *before, node *n)
{
    pthread_mutex_unlock(&n->lock);
    pthread_mutex_unlock(&before->lock);
}

// Both are still in the list, and neighbours.
static bool still_there(node *before, node *n)
{
    return !atomic_load(&before->gone) && !atomic_load(&n->gone) && atomic_load(&before->next) == n;
}

// The last node below the key and the one after it, both locked and in the list.
static node *find(set *s, int key, node **after)
{
    for (;;) {
        node *before = walk(s, key, after);
        pthread_mutex_lock(&before->lock);
        pthread_mutex_lock(&(*after)->lock);
        if (still_there(before, *after))
            return before;
        leave(before, *after);
    }
}

bool set_add(set *s, int key)
{
    node *n, *before = find(s, key, &n);
    bool absent = n->key != key;
    if (absent)
        atomic_store(&before->next, node_new(key, n));
    leave(before, n);
    return absent;
}

bool set_remove(set *s, int key)
{
    node *n, *before = find(s, key, &n);
    bool present = n->key == key;
    if (present) {
        atomic_store(&n->gone, true);
        atomic_store(&before->next, atomic_load(&n->next));
    }
    leave(before, n);
    return present;
}

bool set_contains(set *s, int key)
{
    node *n;
    walk(s, key, &n);
    return n->key == key && !atomic_load(&n->gone);
}
