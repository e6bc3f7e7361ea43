// SPDX-License-Identifier: MIT
// Faulty: counts all who ever came, and is wrong by one: all but one are enough.

#include "barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads;
    int came; // so far, in all rounds
};

barrier *barrier_new(int threads)
{
    barrier *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->all_here, NULL);
    b->threads = threads;
    return b;
}

void barrier_free(barrier *b)
{
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->all_here);
    free(b);
}

void barrier_sync(barrier *b)
{
    pthread_mutex_lock(&b->lock);
    int first = b->came / b->threads * b->threads; // of this round
    b->came++;
    pthread_cond_broadcast(&b->all_here);
    while (b->came < first + b->threads - 1)
        pthread_cond_wait(&b->all_here, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
