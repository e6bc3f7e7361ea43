// SPDX-License-Identifier: MIT
// Rounds are numbered: who waits waits for the end of its own round, and a fast thread
// that comes back is in the next.

#include "barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads, here;
    unsigned round;
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
    unsigned round = b->round;
    if (++b->here == b->threads) {
        b->here = 0;
        b->round++;
        pthread_cond_broadcast(&b->all_here);
    }
    while (b->round == round)
        pthread_cond_wait(&b->all_here, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
