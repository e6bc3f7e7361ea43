// SPDX-License-Identifier: MIT
// Faulty, as in Fig. 7 of Lawrence and Lowe: both values are kept in the exchanger. If
// the first of a pair is slow to wake up, the next pair has overwritten what was meant
// for it.

#include "exchanger.h"

#include <pthread.h>
#include <stdlib.h>

struct exchanger {
    pthread_mutex_t lock;
    pthread_cond_t met;
    bool waiting;
    int first, second;
    unsigned pairs; // so far
};

exchanger *exchanger_new(void)
{
    exchanger *e = malloc(sizeof *e);
    if (!e)
        abort();
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->met, NULL);
    e->waiting = false;
    e->first = e->second = 0;
    e->pairs = 0;
    return e;
}

void exchanger_free(exchanger *e)
{
    pthread_mutex_destroy(&e->lock);
    pthread_cond_destroy(&e->met);
    free(e);
}

int exchanger_exchange(exchanger *e, int value)
{
    int other;
    pthread_mutex_lock(&e->lock);
    if (e->waiting) {
        e->waiting = false;
        e->second = value;
        other = e->first;
        e->pairs++;
        pthread_cond_broadcast(&e->met);
    } else {
        e->waiting = true;
        e->first = value;
        unsigned before = e->pairs;
        while (e->pairs == before)
            pthread_cond_wait(&e->met, &e->lock);
        other = e->second;
    }
    pthread_mutex_unlock(&e->lock);
    return other;
}
