// SPDX-License-Identifier: MIT
// Relaxed queues: a value may come out before at most RELAXED_K that are older, and
// may be overtaken by at most as many.

#ifndef RELAXED_QUEUE_H
#define RELAXED_QUEUE_H

#include <stdbool.h>

typedef struct queue queue;

queue *queue_new(void);
void queue_free(queue *q);
void queue_enq(queue *q, int value); // above 0
bool queue_deq(queue *q, int *value);

#endif
