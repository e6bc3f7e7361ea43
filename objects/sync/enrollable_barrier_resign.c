// SPDX-License-Identifier: MIT
// Faulty: resigning wakes nobody, although those who wait may have waited for just this
// one. Progress fails, and nothing else.

#include "enrollable_barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct enrollable_barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int enrolled, here;
    unsigned round;
};

enrollable_barrier *enrollable_barrier_new(void)
{
    enrollable_barrier *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->all_here, NULL);
    return b;
}

void enrollable_barrier_free(enrollable_barrier *b)
{
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->all_here);
    free(b);
}

static void next_round_if_complete(enrollable_barrier *b)
{
    if (b->here == 0 || b->here < b->enrolled)
        return;
    b->here = 0;
    b->round++;
    pthread_cond_broadcast(&b->all_here);
}

void enrollable_barrier_enrol(enrollable_barrier *b)
{
    pthread_mutex_lock(&b->lock);
    b->enrolled++;
    pthread_mutex_unlock(&b->lock);
}

void enrollable_barrier_resign(enrollable_barrier *b)
{
    pthread_mutex_lock(&b->lock);
    b->enrolled--;
    pthread_mutex_unlock(&b->lock);
}

void enrollable_barrier_sync(enrollable_barrier *b)
{
    pthread_mutex_lock(&b->lock);
    unsigned round = b->round;
    b->here++;
    next_round_if_complete(b);
    while (b->round == round)
        pthread_cond_wait(&b->all_here, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
