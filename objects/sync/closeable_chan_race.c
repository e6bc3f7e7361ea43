// SPDX-License-Identifier: MIT
// Faulty: who wakes up looks whether the channel is closed. If it met somebody, and the
// channel was closed before it woke up, it says that it failed, while the other says
// that it did not.

#include "closeable_chan.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct waiter { // on the stack of a thread that waits
    int value;
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct closeable_chan {
    pthread_mutex_t lock;
    bool closed;
    waiter *senders, *receivers;
};

closeable_chan *closeable_chan_new(void)
{
    closeable_chan *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

void closeable_chan_free(closeable_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static void wake_all(waiter *w)
{
    for (; w; w = w->next)
        pthread_cond_signal(&w->wake);
}

void closeable_chan_close(closeable_chan *c)
{
    pthread_mutex_lock(&c->lock);
    c->closed = true;
    wake_all(c->senders);
    wake_all(c->receivers);
    pthread_mutex_unlock(&c->lock);
}

static waiter *take_first(waiter **list)
{
    waiter *w = *list;
    if (w)
        *list = w->next;
    return w;
}

static bool wait_in(closeable_chan *c, waiter **list, waiter *me)
{
    me->next = *list;
    *list = me;
    pthread_cond_init(&me->wake, NULL);
    while (!me->met && !c->closed)
        pthread_cond_wait(&me->wake, &c->lock);
    pthread_cond_destroy(&me->wake);
    if (!me->met) {
        while (*list != me)
            list = &(*list)->next;
        *list = me->next;
    }
    return !c->closed;
}

bool closeable_chan_send(closeable_chan *c, int value)
{
    pthread_mutex_lock(&c->lock);
    waiter *w = c->closed ? NULL : take_first(&c->receivers), me = {.value = value};
    bool met = true;
    if (w) {
        w->value = value;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        met = wait_in(c, &c->senders, &me);
    }
    pthread_mutex_unlock(&c->lock);
    return met;
}

bool closeable_chan_receive(closeable_chan *c, int *value)
{
    pthread_mutex_lock(&c->lock);
    waiter *w = c->closed ? NULL : take_first(&c->senders), me = {.met = false};
    bool met = true;
    if (w) {
        *value = w->value;
        w->met = true;
        pthread_cond_signal(&w->wake);
    } else {
        met = wait_in(c, &c->receivers, &me);
        *value = me.value;
    }
    pthread_mutex_unlock(&c->lock);
    return met;
}
