// SPDX-License-Identifier: MIT
// Two threads meet, and each gets what the other brought.

#ifndef EXCHANGER_H
#define EXCHANGER_H

#include <stdbool.h>

typedef struct exchanger exchanger;

exchanger *exchanger_new(void);
void exchanger_free(exchanger *e); // when no other thread uses it
int exchanger_exchange(exchanger *e, int value);

#endif
