// SPDX-License-Identifier: MIT
// Two threads meet, and each gets what the other brought; or one gives up when nobody
// comes in time.

#ifndef TIMEOUT_EXCHANGER_H
#define TIMEOUT_EXCHANGER_H

#include <stdbool.h>

typedef struct timeout_exchanger timeout_exchanger;

timeout_exchanger *timeout_exchanger_new(long microseconds); // how long to wait
void timeout_exchanger_free(timeout_exchanger *e);           // when no other thread uses it
bool timeout_exchanger_exchange(timeout_exchanger *e, int mine, int *other); // false: nobody came

#endif
