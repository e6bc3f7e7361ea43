// SPDX-License-Identifier: MIT
// A synchronous channel that can be closed: then everybody who waits, and everybody who
// comes later, is sent away.

#ifndef CLOSEABLE_CHAN_H
#define CLOSEABLE_CHAN_H

#include <stdbool.h>

typedef struct closeable_chan closeable_chan;

closeable_chan *closeable_chan_new(void);
void closeable_chan_free(closeable_chan *c);                // when no other thread uses it
bool closeable_chan_send(closeable_chan *c, int value);     // false: it is closed
bool closeable_chan_receive(closeable_chan *c, int *value); // false: it is closed
void closeable_chan_close(closeable_chan *c);

#endif
