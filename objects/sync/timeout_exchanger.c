// SPDX-License-Identifier: MIT
// At most one thread waits, for the second one or for its time to be over. Whether
// somebody came is what counts, not what the wait says: see timeout_chan.c.

#include "timeout_exchanger.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct waiter { // on the stack of the thread that waits
    int mine, other;
    bool met;
    pthread_cond_t wake;
} waiter;

struct timeout_exchanger {
    pthread_mutex_t lock;
    long microseconds;
    waiter *first;
};

timeout_exchanger *timeout_exchanger_new(long microseconds)
{
    timeout_exchanger *e = calloc(1, sizeof *e);
    if (!e)
        abort();
    pthread_mutex_init(&e->lock, NULL);
    e->microseconds = microseconds;
    return e;
}

void timeout_exchanger_free(timeout_exchanger *e)
{
    pthread_mutex_destroy(&e->lock);
    free(e);
}

static struct timespec deadline(long microseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += microseconds * 1000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static bool wait_for_second(timeout_exchanger *e, waiter *me)
{
    struct timespec until = deadline(e->microseconds);
    int code = 0;
    e->first = me;
    pthread_cond_init(&me->wake, NULL);
    while (!me->met && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&me->wake, &e->lock, &until);
    pthread_cond_destroy(&me->wake);
    if (!me->met)
        e->first = NULL;
    return me->met;
}

bool timeout_exchanger_exchange(timeout_exchanger *e, int mine, int *other)
{
    pthread_mutex_lock(&e->lock);
    waiter *w = e->first, me = {.mine = mine};
    bool met = true;
    if (w) {
        e->first = NULL;
        *other = w->mine;
        w->other = mine;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        met = wait_for_second(e, &me);
        *other = me.other;
    }
    pthread_mutex_unlock(&e->lock);
    return met;
}
