// SPDX-License-Identifier: MIT
// Faulty: a turnstile that all pass when the last has come, and that nobody closes again
// before the next round. A fast thread comes round once more and passes on what was
// meant for a slow one.

#include "barrier.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct barrier {
    pthread_mutex_t lock;
    sem_t turnstile;
    int threads, here;
};

barrier *barrier_new(int threads)
{
    barrier *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    pthread_mutex_init(&b->lock, NULL);
    sem_init(&b->turnstile, 0, 0);
    b->threads = threads;
    return b;
}

void barrier_free(barrier *b)
{
    pthread_mutex_destroy(&b->lock);
    sem_destroy(&b->turnstile);
    free(b);
}

void barrier_sync(barrier *b)
{
    pthread_mutex_lock(&b->lock);
    if (++b->here == b->threads) {
        b->here = 0;
        for (int i = 0; i < b->threads; i++)
            sem_post(&b->turnstile);
    }
    pthread_mutex_unlock(&b->lock);
    while (sem_wait(&b->turnstile) != 0)
        continue; // interrupted by a signal
}
