// SPDX-License-Identifier: MIT
// Faulty: everybody reads the result from where it is being combined, and the first of the
// next round begins there anew. Who has not left the round before gets what that one brought.

#include "combining_barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct combining_barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int threads, here;
    int combined;
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
    b->combined = b->here ? 10 * b->combined + digit : digit;
    if (++b->here == b->threads) {
        b->here = 0;
        b->round++;
        pthread_cond_broadcast(&b->all_here);
    }
    while (b->round == round)
        pthread_cond_wait(&b->all_here, &b->lock);
    int result = b->combined;
    pthread_mutex_unlock(&b->lock);
    return result;
}
