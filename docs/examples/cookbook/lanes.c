// SPDX-License-Identifier: MIT
// enq uses the lanes in turns, and so does deq, which tries the other one if its own is empty.

#include "lanes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ROOM = 64 };

typedef struct lane {
    int values[ROOM];
    unsigned first, count;
} lane;

struct lanes {
    atomic_uint enqs, deqs;
    pthread_mutex_t lock[2];
    lane lane[2];
};

lanes *lanes_new(void)
{
    lanes *q = calloc(1, sizeof *q);
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&q->lock[i], NULL);
    return q;
}

void lanes_free(lanes *q)
{
    free(q);
}

void lanes_enq(lanes *q, int value)
{
    unsigned i = atomic_fetch_add(&q->enqs, 1) % 2;
    lane *l = &q->lane[i];
    pthread_mutex_lock(&q->lock[i]);
    if (l->count == ROOM)
        abort();
    l->values[(l->first + l->count++) % ROOM] = value;
    pthread_mutex_unlock(&q->lock[i]);
}

static bool from(lanes *q, unsigned i, int *value)
{
    lane *l = &q->lane[i];
    pthread_mutex_lock(&q->lock[i]);
    bool some = l->count > 0;
    if (some) {
        *value = l->values[l->first++ % ROOM];
        l->count--;
    }
    pthread_mutex_unlock(&q->lock[i]);
    return some;
}

bool lanes_deq(lanes *q, int *value)
{
    unsigned i = atomic_fetch_add(&q->deqs, 1) % 2;
    return from(q, i, value) || from(q, 1 - i, value);
}
