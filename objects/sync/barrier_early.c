// SPDX-License-Identifier: MIT
// Faulty: counts itself and looks whether all have come in two steps. Two who come last
// at the same time both see that all are here, and both let all pass: once too often.
//
// There are two turnstiles: all pass the first when the last has come, and the second when
// the last has gone through the first.

#include "barrier.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct barrier {
    int threads;
    _Atomic int here;
    sem_t in, out;
};

barrier *barrier_new(int threads)
{
    barrier *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->threads = threads;
    sem_init(&b->in, 0, 0);
    sem_init(&b->out, 0, 0);
    return b;
}

void barrier_free(barrier *b)
{
    sem_destroy(&b->in);
    sem_destroy(&b->out);
    free(b);
}

static void pass(barrier *b, sem_t *turnstile, bool open)
{
    for (int i = 0; open && i < b->threads; i++)
        sem_post(turnstile);
    while (sem_wait(turnstile) != 0)
        continue; // interrupted by a signal
}

void barrier_sync(barrier *b)
{
    b->here++;
    pass(b, &b->in, b->here == b->threads);
    b->here--;
    pass(b, &b->out, b->here == 0);
}
