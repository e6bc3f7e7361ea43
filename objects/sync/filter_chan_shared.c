// SPDX-License-Identifier: MIT
// Faulty: a value is handed over in one place for all. A receiver that is slow to wake
// up finds the value of somebody else there, which it may not even have wanted.

#include "filter_chan.h"

#include <pthread.h>
#include <stdlib.h>

// On the stack of a thread that waits. A sender brings a value; a receiver brings a
// divisor and gets a value.
typedef struct waiter {
    int value, divisor;
    bool met;
    pthread_cond_t wake;
    struct waiter *next;
} waiter;

struct filter_chan {
    pthread_mutex_t lock;
    waiter *senders, *receivers;
    int passed; // the value handed over
};

filter_chan *filter_chan_new(void)
{
    filter_chan *c = malloc(sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    c->senders = c->receivers = NULL;
    return c;
}

void filter_chan_free(filter_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static void wait_in(filter_chan *c, waiter **list, waiter *me)
{
    while (*list)
        list = &(*list)->next;
    *list = me;
    pthread_cond_init(&me->wake, NULL);
    while (!me->met)
        pthread_cond_wait(&me->wake, &c->lock);
    pthread_cond_destroy(&me->wake);
}

static void meet(waiter **place)
{
    waiter *w = *place;
    *place = w->next;
    w->met = true;
    pthread_cond_signal(&w->wake);
}

void filter_chan_send(filter_chan *c, int value)
{
    pthread_mutex_lock(&c->lock);
    waiter **w = &c->receivers;
    while (*w && value % (*w)->divisor != 0)
        w = &(*w)->next;
    if (*w) {
        c->passed = value;
        meet(w);
    } else {
        waiter me = {.value = value};
        wait_in(c, &c->senders, &me);
    }
    pthread_mutex_unlock(&c->lock);
}

int filter_chan_receive(filter_chan *c, int divisor)
{
    int value;
    pthread_mutex_lock(&c->lock);
    waiter **w = &c->senders;
    while (*w && (*w)->value % divisor != 0)
        w = &(*w)->next;
    if (*w) {
        value = (*w)->value;
        meet(w);
    } else {
        waiter me = {.divisor = divisor};
        wait_in(c, &c->receivers, &me);
        value = c->passed;
    }
    pthread_mutex_unlock(&c->lock);
    return value;
}
