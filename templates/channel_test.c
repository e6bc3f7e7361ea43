// SPDX-License-Identifier: MIT
// A test of a channel. It holds as it stands: put your own object in its place.
//
//     linchpin test channel_test.c              on real threads
//     linchpin explore channel_test.c           every interleaving
//     cc channel_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

// A sender waits until a receiver has taken its value.
typedef struct channel {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool full, taken;
    int value;
} channel;

static void channel_send(channel *c, int value)
{
    pthread_mutex_lock(&c->lock);
    while (c->full)
        pthread_cond_wait(&c->changed, &c->lock);
    c->full = true;
    c->taken = false;
    c->value = value;
    pthread_cond_broadcast(&c->changed);
    while (!c->taken)
        pthread_cond_wait(&c->changed, &c->lock);
    c->full = false;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

static int channel_receive(channel *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->full || c->taken)
        pthread_cond_wait(&c->changed, &c->lock);
    int value = c->value;
    c->taken = true;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
    return value;
}

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    channel *c = calloc(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    return c;
}

static lp_value send(void *c, const lp_value *args)
{
    channel_send(c, (int)lp_to_int(args[0]));
    return LP_UNIT; // it returns nothing
}

static lp_value receive(void *c, const lp_value *args)
{
    (void)args;
    return lp_int(channel_receive(c));
}

// A send and a receive take effect together. Who waits although somebody else could
// meet it is reported too. The scenarios have a partner for everybody: runs in which
// threads wait for ever are judged as well, but each costs a millisecond.
LP_OBJECT(channel, .create = create, .destroy = free, .spec = "channel",
          .methods = {{"send", send, .args = {LP_UNIQUE}}, {"receive", receive}},
          .scenarios = {"send(1) send(2) | receive receive", "send(1) | send(2) | receive receive",
                        "send(1) send(2) | receive | receive"})

LP_MAIN
