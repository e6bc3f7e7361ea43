// SPDX-License-Identifier: MIT
// Faulty: believes the wait when it says that the time is over. Somebody may have come in
// the last moment; then one side thinks they met and the other does not.

#include "timeout_chan.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct waiter { // on the stack of a thread that waits
    int value;
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct timeout_chan {
    pthread_mutex_t lock;
    long microseconds;
    waiter *senders, *receivers;
};

timeout_chan *timeout_chan_new(long microseconds)
{
    timeout_chan *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    c->microseconds = microseconds;
    return c;
}

void timeout_chan_free(timeout_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    free(c);
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

static bool wait_in(timeout_chan *c, waiter **list, waiter *me)
{
    struct timespec until = deadline(c->microseconds);
    int code = 0;
    me->next = *list;
    *list = me;
    pthread_cond_init(&me->wake, NULL);
    while (!me->met && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&me->wake, &c->lock, &until);
    pthread_cond_destroy(&me->wake);
    if (!me->met)
        leave(list, me);
    return code != ETIMEDOUT;
}

bool timeout_chan_send(timeout_chan *c, int value)
{
    pthread_mutex_lock(&c->lock);
    waiter *w = take_first(&c->receivers), me = {.value = value};
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

bool timeout_chan_receive(timeout_chan *c, int *value)
{
    pthread_mutex_lock(&c->lock);
    waiter *w = take_first(&c->senders), me = {.met = false};
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
