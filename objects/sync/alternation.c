// SPDX-License-Identifier: MIT
// Each channel has a lock, a list of senders that wait, and a list of offers of those who wait
// to receive. An alternation makes an offer on one channel after the other, holding one lock
// at a time. So two senders may find its offers at once, and it has a lock of its own under
// which the first of them takes it.

#include "alternation.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef ASKS
#define ASKS 1
#endif
#ifndef OFFERS_AT_ONCE
#define OFFERS_AT_ONCE 1
#endif

typedef struct sender { // on the stack of a thread that waits
    int value;
    bool met;
    pthread_cond_t wake;
    struct sender *next;
} sender;

typedef struct receiver { // on the stack of a thread that receives or alternates
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool met;
    int channel, value;
} receiver;

typedef struct offer {
    receiver *who;
    struct offer *next;
} offer;

typedef struct channel {
    pthread_mutex_t lock;
    sender *senders;
    offer *offers;
} channel;

struct alternation {
    channel channels[ALTERNATION_CHANNELS];
};

alternation *alternation_new(void)
{
    alternation *a = calloc(1, sizeof *a);
    if (!a)
        abort();
    for (int i = 0; i < ALTERNATION_CHANNELS; i++)
        pthread_mutex_init(&a->channels[i].lock, NULL);
    return a;
}

void alternation_free(alternation *a)
{
    for (int i = 0; i < ALTERNATION_CHANNELS; i++)
        pthread_mutex_destroy(&a->channels[i].lock);
    free(a);
}

// False: it has met somebody else.
static bool give(receiver *r, int from, int value)
{
    pthread_mutex_lock(&r->lock);
    bool takes = !ASKS || !r->met;
    if (takes) {
        r->met = true;
        r->channel = from;
        r->value = value;
        pthread_cond_signal(&r->wake);
    }
    pthread_mutex_unlock(&r->lock);
    return takes;
}

void alternation_send(alternation *a, int to, int value)
{
    channel *c = &a->channels[to];
    sender me = {.value = value};
    pthread_mutex_lock(&c->lock);
    while (c->offers && !me.met) {
        offer *first = c->offers;
        c->offers = first->next;
        me.met = give(first->who, to, value);
    }
    if (!me.met) {
        me.next = c->senders;
        c->senders = &me;
        pthread_cond_init(&me.wake, NULL);
        while (!me.met)
            pthread_cond_wait(&me.wake, &c->lock);
        pthread_cond_destroy(&me.wake);
    }
    pthread_mutex_unlock(&c->lock);
}

// Takes from somebody who waits to send, or makes an offer. True: there is no need for others.
static bool ask(channel *c, int number, receiver *me, offer *mine, bool take, bool offers)
{
    bool met = false;
    pthread_mutex_lock(&c->lock);
    sender *s = take ? c->senders : NULL;
    if (s && give(me, number, s->value)) {
        c->senders = s->next;
        s->met = true;
        pthread_cond_signal(&s->wake);
        met = true;
    } else if (offers) {
        mine->who = me;
        mine->next = c->offers;
        c->offers = mine;
    }
    pthread_mutex_unlock(&c->lock);
    return met;
}

static void withdraw(channel *c, offer *mine)
{
    pthread_mutex_lock(&c->lock);
    offer **at = &c->offers;
    while (*at && *at != mine)
        at = &(*at)->next;
    if (*at)
        *at = mine->next;
    pthread_mutex_unlock(&c->lock);
}

static void offer_on(alternation *a, int from, int to, receiver *me, offer *mine)
{
    bool met = false;
    for (int i = from; i < to && !met; i++)
        met = ask(&a->channels[i], i, me, &mine[i], true, OFFERS_AT_ONCE);
    for (int i = from; i < to && !met && !OFFERS_AT_ONCE; i++)
        ask(&a->channels[i], i, me, &mine[i], false, true);
}

static int take_from(alternation *a, int from, int to, int *where)
{
    receiver me = {.met = false};
    offer mine[ALTERNATION_CHANNELS] = {{0}};
    pthread_mutex_init(&me.lock, NULL);
    pthread_cond_init(&me.wake, NULL);
    offer_on(a, from, to, &me, mine);
    pthread_mutex_lock(&me.lock);
    while (!me.met)
        pthread_cond_wait(&me.wake, &me.lock);
    pthread_mutex_unlock(&me.lock);
    for (int i = from; i < to; i++)
        withdraw(&a->channels[i], &mine[i]);
    pthread_cond_destroy(&me.wake);
    pthread_mutex_destroy(&me.lock);
    if (where)
        *where = me.channel;
    return me.value;
}

int alternation_receive(alternation *a, int from)
{
    return take_from(a, from, from + 1, NULL);
}

int alternation_alt(alternation *a, int *where)
{
    return take_from(a, 0, ALTERNATION_CHANNELS, where);
}
