// SPDX-License-Identifier: MIT
// Faulty: one condition for all senders, those who want the slot and the one whose value is
// in it, and a signal where it would take a broadcast. It may wake somebody who cannot go
// on while the one who could sleeps: a lost wake-up. No value ever goes wrong; only
// progress fails.

#include "sync_chan.h"

#include <pthread.h>
#include <stdlib.h>

typedef enum slot { FREE, FULL, TAKEN } slot;

struct sync_chan {
    pthread_mutex_t lock;
    pthread_cond_t is_full, changed;
    slot slot;
    int value;
};

sync_chan *sync_chan_new(void)
{
    sync_chan *c = malloc(sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->is_full, NULL);
    pthread_cond_init(&c->changed, NULL);
    c->slot = FREE;
    c->value = 0;
    return c;
}

void sync_chan_free(sync_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->is_full);
    pthread_cond_destroy(&c->changed);
    free(c);
}

void sync_chan_send(sync_chan *c, int value)
{
    pthread_mutex_lock(&c->lock);
    while (c->slot != FREE)
        pthread_cond_wait(&c->changed, &c->lock);
    c->value = value;
    c->slot = FULL;
    pthread_cond_signal(&c->is_full);
    while (c->slot != TAKEN)
        pthread_cond_wait(&c->changed, &c->lock);
    c->slot = FREE;
    pthread_cond_signal(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

int sync_chan_receive(sync_chan *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->slot != FULL)
        pthread_cond_wait(&c->is_full, &c->lock);
    int value = c->value;
    c->slot = TAKEN;
    pthread_cond_signal(&c->changed);
    pthread_mutex_unlock(&c->lock);
    return value;
}
