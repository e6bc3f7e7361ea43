// SPDX-License-Identifier: MIT
// What comes is appended at once. Rounds have a result each, of which two are enough: nobody
// ends a round before all have left the one before.

#include "combining_barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct combining_barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads, here;
    int combined;
    int results[2]; // of the last round, and of the one before
    unsigned round;
};

combining_barrier *combining_barrier_new(int threads)
{
    combining_barrier *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->all_here, NULL);
    b->threads = threads;
    return b;
}

void combining_barrier_free(combining_barrier *b)
{
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->all_here);
    free(b);
}

int combining_barrier_sync(combining_barrier *b, int me, int digit)
{
    (void)me;
    pthread_mutex_lock(&b->lock);
    unsigned round = b->round;
    b->combined = 10 * b->combined + digit;
    if (++b->here == b->threads) {
        b->results[round % 2] = b->combined;
        b->combined = 0;
        b->here = 0;
        b->round++;
        pthread_cond_broadcast(&b->all_here);
    }
    while (b->round == round)
        pthread_cond_wait(&b->all_here, &b->lock);
    int result = b->results[round % 2];
    pthread_mutex_unlock(&b->lock);
    return result;
}
