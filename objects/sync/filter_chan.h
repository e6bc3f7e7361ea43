// SPDX-License-Identifier: MIT
// A channel whose receivers choose: receive(n) takes only a value that n divides.
// Send waits until its value has been received.

#ifndef FILTER_CHAN_H
#define FILTER_CHAN_H

#include <stdbool.h>

typedef struct filter_chan filter_chan;

filter_chan *filter_chan_new(void);
void filter_chan_free(filter_chan *c); // when no other thread uses it
void filter_chan_send(filter_chan *c, int value);
int filter_chan_receive(filter_chan *c, int divisor); // not 0

#endif
