// SPDX-License-Identifier: MIT
// A queue for so many threads, who all take from it. Who finds it empty waits; when all
// wait, nobody is left to add anything, and all are told so.

#ifndef TERMINATING_QUEUE_H
#define TERMINATING_QUEUE_H

#include <stdbool.h>

typedef struct terminating_queue terminating_queue;

terminating_queue *terminating_queue_new(int threads);
void terminating_queue_free(terminating_queue *q); // when no other thread uses it
void terminating_queue_enq(terminating_queue *q, int value);
bool terminating_queue_deq(terminating_queue *q, int *value); // false: all wait

#endif
