// SPDX-License-Identifier: MIT
// A synchronous channel that can be closed, with operations that wait for ever and
// operations that give up when nobody comes in time.
//
//   timed_closeable_chan.c              as it should be
//   timed_closeable_chan_last_moment.c  faulty: believes the wait when it says that time is over
//   timed_closeable_chan_asleep.c       faulty: close wakes one of those who wait

#ifndef TIMED_CLOSEABLE_CHAN_H
#define TIMED_CLOSEABLE_CHAN_H

#include <stdbool.h>

typedef struct timed_closeable_chan timed_closeable_chan;
typedef enum { TIMED_MET, TIMED_LATE, TIMED_CLOSED } timed_outcome;

timed_closeable_chan *timed_closeable_chan_new(long microseconds); // how long the others wait
void timed_closeable_chan_free(timed_closeable_chan *c);           // when no other thread uses it
// With `within`, they give up; without, the outcome is never TIMED_LATE.
timed_outcome timed_closeable_chan_send(timed_closeable_chan *c, int value, bool within);
timed_outcome timed_closeable_chan_receive(timed_closeable_chan *c, int *value, bool within);
void timed_closeable_chan_close(timed_closeable_chan *c);

#endif
