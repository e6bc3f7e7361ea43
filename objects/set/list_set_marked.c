// SPDX-License-Identifier: MIT
// The set of Vechev, Yahav and Yorsh (2009, Fig. 2): see list_set.h. Its faulty versions
// define one of the macros below.

#include "list_set.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef MARK_BEFORE
#define MARK_BEFORE true // whether remove marks a node before it unlinks it
#endif
#ifndef MARK_AFTER
#define MARK_AFTER false // and whether after it
#endif
#ifndef STILL_THERE // whether the node before is in the list, and the two are neighbours
#define STILL_THERE(before, n)                                                                     \
    (!atomic_load(&(before)->marked) && atomic_load(&(before)->next) == (n))
#endif

typedef struct node {
    int key;
    _Atomic(struct node *) next;
    _Atomic bool marked;
} node;

struct set {
    node *head;
    pthread_mutex_t linking; // makes one step of looking again and linking; for marks too
};

static node *node_new(int key, node *next)
{
    node *n = malloc(sizeof *n);
    n->key = key;
    atomic_init(&n->next, next);
    atomic_init(&n->marked, false);
    return n;
}

set *set_new(void)
{
    set *s = malloc(sizeof *s);
    s->head = node_new(INT_MIN, node_new(INT_MAX, NULL));
    pthread_mutex_init(&s->linking, NULL);
    return s;
}

void set_free(set *s)
{
    for (node *n = s->head, *next; n; n = next) {
        next = atomic_load(&n->next);
        assert(next ? n->key < next->key : n->key == INT_MAX);
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

static void mark(set *s, node *n)
{
    pthread_mutex_lock(&s->linking);
    atomic_store(&n->marked, true);
    pthread_mutex_unlock(&s->linking);
}

// Puts `now` in the place of n, unless something has changed.
static bool link_in(set *s, node *before, node *n, node *now)
{
    pthread_mutex_lock(&s->linking);
    bool valid = STILL_THERE(before, n);
    if (valid)
        atomic_store(&before->next, now);
    pthread_mutex_unlock(&s->linking);
    return valid;
}

bool set_add(set *s, int key)
{
    for (;;) {
        node *n, *before = walk(s, key, &n);
        if (n->key == key)
            return false;
        if (!STILL_THERE(before, n)) // who waits for another does not take its lock
            continue;
        node *fresh = node_new(key, n);
        if (link_in(s, before, n, fresh))
            return true;
        free(fresh);
    }
}

bool set_remove(set *s, int key)
{
    for (;;) {
        node *n, *before = walk(s, key, &n);
        if (n->key != key)
            return false;
        if (MARK_BEFORE && !atomic_load(&n->marked))
            mark(s, n);
        node *rest = atomic_load(&n->next);
        if (!STILL_THERE(before, n) || !link_in(s, before, n, rest))
            continue;
        if (MARK_AFTER)
            mark(s, n);
        return true;
    }
}

bool set_contains(set *s, int key)
{
    node *n;
    walk(s, key, &n);
    return n->key == key;
}
