// SPDX-License-Identifier: MIT
// A synchronous channel: send waits until its value has been received.

#ifndef SYNC_CHAN_H
#define SYNC_CHAN_H

#include <stdbool.h>

typedef struct sync_chan sync_chan;

sync_chan *sync_chan_new(void);
void sync_chan_free(sync_chan *c); // when no other thread uses it
void sync_chan_send(sync_chan *c, int value);
int sync_chan_receive(sync_chan *c);

#endif
