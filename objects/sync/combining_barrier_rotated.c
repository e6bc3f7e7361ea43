// SPDX-License-Identifier: MIT
// Faulty: everybody combines for itself and begins with what it brought, then goes on to
// its neighbour. With a sum nobody would notice: all get the same. Here one gets 12, the
// other 21.

#include "combining_barrier.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_THREADS = 8 };

struct combining_barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads, here;
    int digits[2][MOST_THREADS]; // of this round, and of the one before
    unsigned round;
};

combining_barrier *combining_barrier_new(int threads)
{
    combining_barrier *b = calloc(1, sizeof *b);
    if (!b || threads > MOST_THREADS)
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
    int result = 0;
    pthread_mutex_lock(&b->lock);
    unsigned round = b->round;
    b->digits[round % 2][me] = digit;
    if (++b->here == b->threads) {
        b->here = 0;
        b->round++;
        pthread_cond_broadcast(&b->all_here);
    }
    while (b->round == round)
        pthread_cond_wait(&b->all_here, &b->lock);
    for (int i = 0; i < b->threads; i++)
        result = 10 * result + b->digits[round % 2][(me + i) % b->threads];
    pthread_mutex_unlock(&b->lock);
    return result;
}
