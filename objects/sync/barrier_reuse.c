// SPDX-License-Identifier: MIT
// Faulty: no rounds. Who waits looks whether the number of those who came is full; a fast
// thread that comes back counts already for the next time, and the slow one sleeps on.
// Progress fails, and nothing else.

#include "barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads, here;
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
    b->here = b->here % b->threads + 1;
    if (b->here == b->threads)
        pthread_cond_broadcast(&b->all_here);
    while (b->here != b->threads)
        pthread_cond_wait(&b->all_here, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
