// SPDX-License-Identifier: MIT
// Faulty: counts itself as waiting before it looks into the queue. If a value was just
// added, and the one who was woken for it has not taken it yet, all are told that there
// is nothing left.

#include "terminating_queue.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} node;

struct terminating_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int threads, waiting;
    unsigned ends; // how often all have been told
    node *first, **last;
};

terminating_queue *terminating_queue_new(int threads)
{
    terminating_queue *q = calloc(1, sizeof *q);
    if (!q)
        abort();
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->threads = threads;
    q->last = &q->first;
    return q;
}

void terminating_queue_free(terminating_queue *q)
{
    while (q->first) {
        node *n = q->first;
        q->first = n->next;
        free(n);
    }
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->changed);
    free(q);
}

void terminating_queue_enq(terminating_queue *q, int value)
{
    node *n = malloc(sizeof *n);
    if (!n)
        abort();
    *n = (node){value, NULL};
    pthread_mutex_lock(&q->lock);
    *q->last = n;
    q->last = &n->next;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static bool take_first(terminating_queue *q, int *value)
{
    node *n = q->first;
    if (!n)
        return false;
    *value = n->value;
    q->first = n->next;
    if (!q->first)
        q->last = &q->first;
    free(n);
    return true;
}

// Nobody adds anything while all wait: tell them.
static void end(terminating_queue *q)
{
    q->ends++;
    q->waiting = 0;
    pthread_cond_broadcast(&q->changed);
}

bool terminating_queue_deq(terminating_queue *q, int *value)
{
    pthread_mutex_lock(&q->lock);
    unsigned ends = q->ends;
    if (++q->waiting == q->threads)
        end(q);
    bool taken = q->ends == ends && take_first(q, value);
    while (q->ends == ends && !taken) {
        pthread_cond_wait(&q->changed, &q->lock);
        taken = q->ends == ends && take_first(q, value);
    }
    if (taken)
        q->waiting--;
    pthread_mutex_unlock(&q->lock);
    return taken;
}
