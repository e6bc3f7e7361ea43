// SPDX-License-Identifier: MIT
// Faulty: the receiver frees the slot, to save a step. A sender that is slow to wake up
// then reads the number of a later message.

#include "counter_chan.h"

#include <pthread.h>
#include <stdlib.h>

typedef enum slot { FREE, FULL } slot;

struct counter_chan {
    pthread_mutex_t lock;
    pthread_cond_t is_free, is_full, is_taken;
    slot slot;
    int value;
    int count; // of messages so far
};

counter_chan *counter_chan_new(void)
{
    counter_chan *c = malloc(sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->is_free, NULL);
    pthread_cond_init(&c->is_full, NULL);
    pthread_cond_init(&c->is_taken, NULL);
    c->slot = FREE;
    c->value = c->count = 0;
    return c;
}

void counter_chan_free(counter_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->is_free);
    pthread_cond_destroy(&c->is_full);
    pthread_cond_destroy(&c->is_taken);
    free(c);
}

int counter_chan_send(counter_chan *c, int value)
{
    pthread_mutex_lock(&c->lock);
    while (c->slot != FREE)
        pthread_cond_wait(&c->is_free, &c->lock);
    c->value = value;
    c->slot = FULL;
    pthread_cond_signal(&c->is_full);
    int before = c->count;
    while (c->count == before)
        pthread_cond_wait(&c->is_taken, &c->lock);
    int number = c->count;
    pthread_mutex_unlock(&c->lock);
    return number;
}

int counter_chan_receive(counter_chan *c, int *number)
{
    pthread_mutex_lock(&c->lock);
    while (c->slot != FULL)
        pthread_cond_wait(&c->is_full, &c->lock);
    int value = c->value;
    *number = ++c->count;
    c->slot = FREE;
    pthread_cond_broadcast(&c->is_taken);
    pthread_cond_signal(&c->is_free);
    pthread_mutex_unlock(&c->lock);
    return value;
}
