// SPDX-License-Identifier: MIT
// Relaxed priority queues: the value that comes out is one of the RELAXED_K + 1
// smallest, and none is passed over more than RELAXED_K times.

#ifndef RELAXED_PRIORITY_H
#define RELAXED_PRIORITY_H

#include <stdbool.h>

typedef struct priority priority;

priority *priority_new(void);
void priority_free(priority *p);
void priority_enq(priority *p, int value, int rank); // the smallest rank goes first
bool priority_deq_min(priority *p, int *value, int *rank);

#endif
