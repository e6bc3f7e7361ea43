// SPDX-License-Identifier: MIT
// A list locked hand over hand: see list_set.h.

#include "list_set.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct node {
    int key;
    struct node *next;
    pthread_mutex_t lock;
} node;

struct set {
    node *head;
};

static node *node_new(int key, node *next)
{
    node *n = malloc(sizeof *n);
    n->key = key;
    n->next = next;
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
        next = n->next;
        free(n);
    }
    free(s);
}

// Gives the last node below the key and the one after it, both locked.
static node *find(set *s, int key, node **after)
{
    node *before = s->head;
    pthread_mutex_lock(&before->lock);
    node *n = before->next;
    pthread_mutex_lock(&n->lock);
    while (n->key < key) {
        pthread_mutex_unlock(&before->lock);
        before = n;
        n = n->next;
        pthread_mutex_lock(&n->lock);
    }
    *after = n;
    return before;
}

static void leave(node *before, node *n)
{
    pthread_mutex_unlock(&n->lock);
    pthread_mutex_unlock(&before->lock);
}

bool set_add(set *s, int key)
{
    node *n, *before = find(s, key, &n);
    bool absent = n->key != key;
    if (absent)
        before->next = node_new(key, n);
    leave(before, n);
    return absent;
}

bool set_remove(set *s, int key)
{
    node *n, *before = find(s, key, &n);
    bool present = n->key == key;
    if (present)
        before->next = n->next;
    leave(before, n);
    if (present)
        free(n); // who waits for n's lock would hold that of `before`
    return present;
}

bool set_contains(set *s, int key)
{
    node *n, *before = find(s, key, &n);
    bool present = n->key == key;
    leave(before, n);
    return present;
}
