// SPDX-License-Identifier: MIT
// A synchronous channel whose operations give up when nobody comes in time.

#ifndef TIMEOUT_CHAN_H
#define TIMEOUT_CHAN_H

#include <stdbool.h>

typedef struct timeout_chan timeout_chan;

timeout_chan *timeout_chan_new(long microseconds);      // how long to wait
void timeout_chan_free(timeout_chan *c);                // when no other thread uses it
bool timeout_chan_send(timeout_chan *c, int value);     // false: nobody came
bool timeout_chan_receive(timeout_chan *c, int *value); // false: nobody came

#endif
