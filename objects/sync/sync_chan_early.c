// SPDX-License-Identifier: MIT
// Faulty: send does not wait until its value has been taken. The sender goes on while
// nobody has received yet, and perhaps nobody ever will.

#include "sync_chan.h"

#include <pthread.h>
#include <stdlib.h>

typedef enum slot { FREE, FULL } slot;

struct sync_chan {
    pthread_mutex_t lock;
    pthread_cond_t is_free, is_full;
    slot slot;
    int value;
};

sync_chan *sync_chan_new(void)
{
    sync_chan *c = malloc(sizeof *c);
    if (!c)
        abort();
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->is_free, NULL);
    pthread_cond_init(&c->is_full, NULL);
    c->slot = FREE;
    c->value = 0;
    return c;
}

void sync_chan_free(sync_chan *c)
{
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->is_free);
    pthread_cond_destroy(&c->is_full);
    free(c);
}

void sync_chan_send(sync_chan *c, int value)
{
    pthread_mutex_lock(&c->lock);
    while (c->slot != FREE)
        pthread_cond_wait(&c->is_free, &c->lock);
    c->value = value;
    c->slot = FULL;
    pthread_cond_signal(&c->is_full);
    pthread_mutex_unlock(&c->lock);
}

int sync_chan_receive(sync_chan *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->slot != FULL)
        pthread_cond_wait(&c->is_full, &c->lock);
    int value = c->value;
    c->slot = FREE;
    pthread_cond_signal(&c->is_free);
    pthread_mutex_unlock(&c->lock);
    return value;
}
