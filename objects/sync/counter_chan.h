// SPDX-License-Identifier: MIT
// A synchronous channel that numbers its messages from 1; both sides learn the number.

#ifndef COUNTER_CHAN_H
#define COUNTER_CHAN_H

#include <stdbool.h>

typedef struct counter_chan counter_chan;

counter_chan *counter_chan_new(void);
void counter_chan_free(counter_chan *c);           // when no other thread uses it
int counter_chan_send(counter_chan *c, int value); // the message's number
int counter_chan_receive(counter_chan *c, int *number);

#endif
