// SPDX-License-Identifier: MIT
// Faulty: looks without the lock whether the round has ended, to save taking it, and then
// goes to sleep. If the last one comes in between, its wake-up is missed. Progress fails,
// and nothing else.

#include "barrier.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads, here;
    _Atomic unsigned round;
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
    pthread_mutex_unlock(&b->lock);
    while (b->round == round) {
        pthread_mutex_lock(&b->lock);
        pthread_cond_wait(&b->all_here, &b->lock);
        pthread_mutex_unlock(&b->lock);
    }
}
