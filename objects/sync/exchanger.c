// SPDX-License-Identifier: MIT
// At most one thread waits. The next one takes its place away, so that nobody else can,
// and leaves its own value there.

#include "exchanger.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct waiter { // on the stack of the thread that waits
    int mine, other;
    bool met;
    pthread_cond_t wake;
} waiter;

struct exchanger {
    pthread_mutex_t lock;
    waiter *first;
};

exchanger *exchanger_new(void)
{
    exchanger *e = malloc(sizeof *e);
    if (!e)
        abort();
    pthread_mutex_init(&e->lock, NULL);
    e->first = NULL;
    return e;
}

void exchanger_free(exchanger *e)
{
    pthread_mutex_destroy(&e->lock);
    free(e);
}

int exchanger_exchange(exchanger *e, int value)
{
    int other;
    pthread_mutex_lock(&e->lock);
    waiter *w = e->first;
    if (w) {
        e->first = NULL;
        other = w->mine;
        w->other = value;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        waiter me = {.mine = value};
        e->first = &me;
        pthread_cond_init(&me.wake, NULL);
        while (!me.met)
            pthread_cond_wait(&me.wake, &e->lock);
        pthread_cond_destroy(&me.wake);
        other = me.other;
    }
    pthread_mutex_unlock(&e->lock);
    return other;
}
