// SPDX-License-Identifier: MIT
// Two lists of those who wait. Who wakes up, for whatever reason, looks first whether it met
// somebody, then whether the channel is closed; only then does it count that its time is
// over.

#include "timed_closeable_chan.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#ifndef BELIEVES_THE_WAIT
#define BELIEVES_THE_WAIT 0
#endif
#ifndef WAKES_ONE
#define WAKES_ONE 0
#endif

typedef struct waiter { // on the stack of a thread that waits
    int value;
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct timed_closeable_chan {
    pthread_mutex_t lock;
    long microseconds;
    bool closed;
    waiter *senders, *receivers;
};

timed_closeable_chan *timed_closeable_chan_new(long microseconds)
{
    timed_closeable_chan *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    c->microseconds = microseconds;
    return c;
}

void timed_closeable_chan_free(timed_closeable_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static void wake_all(waiter *w)
{
    for (; w; w = WAKES_ONE ? NULL : w->next)
        pthread_cond_signal(&w->wake);
}

void timed_closeable_chan_close(timed_closeable_chan *c)
{
    pthread_mutex_lock(&c->lock);
    c->closed = true;
    wake_all(c->senders);
    wake_all(c->receivers);
    pthread_mutex_unlock(&c->lock);
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

static waiter *take_first(waiter **list)
{
    waiter *w = *list;
    if (w)
        *list = w->next;
    return w;
}

static void leave(waiter **list, waiter *me)
{
    while (*list != me)
        list = &(*list)->next;
    *list = me->next;
}

static timed_outcome wait_in(timed_closeable_chan *c, waiter **list, waiter *me, bool within)
{
    struct timespec until = deadline(c->microseconds);
    int code = 0;
    if (c->closed)
        return TIMED_CLOSED;
    me->next = *list;
    *list = me;
    pthread_cond_init(&me->wake, NULL);
    while (!me->met && !c->closed && code != ETIMEDOUT)
        code = within ? pthread_cond_timedwait(&me->wake, &c->lock, &until)
                      : pthread_cond_wait(&me->wake, &c->lock);
    pthread_cond_destroy(&me->wake);
    if (!me->met)
        leave(list, me);
    if (BELIEVES_THE_WAIT && code == ETIMEDOUT)
        return TIMED_LATE;
    return me->met ? TIMED_MET : c->closed ? TIMED_CLOSED : TIMED_LATE;
}

timed_outcome timed_closeable_chan_send(timed_closeable_chan *c, int value, bool within)
{
    pthread_mutex_lock(&c->lock);
    waiter *w = c->closed ? NULL : take_first(&c->receivers), me = {.value = value};
    timed_outcome outcome = TIMED_MET;
    if (w) {
        w->value = value;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        outcome = wait_in(c, &c->senders, &me, within);
    }
    pthread_mutex_unlock(&c->lock);
    return outcome;
}

timed_outcome timed_closeable_chan_receive(timed_closeable_chan *c, int *value, bool within)
{
    pthread_mutex_lock(&c->lock);
    waiter *w = c->closed ? NULL : take_first(&c->senders), me = {.met = false};
    timed_outcome outcome = TIMED_MET;
    if (w) {
        *value = w->value;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        outcome = wait_in(c, &c->receivers, &me, within);
        *value = me.value;
    }
    pthread_mutex_unlock(&c->lock);
    return outcome;
}
