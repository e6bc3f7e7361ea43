// SPDX-License-Identifier: MIT
// The queue of Michael and Scott (PODC 1996): a linked list that starts with a
// node whose value is gone. Enqueuing links a node behind the last one and then
// moves the tail, in two steps; whoever finds the tail behind moves it on.
//
// As with the stack, nodes taken out are not freed.

#ifndef MS_QUEUE_H
#define MS_QUEUE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct queue queue;

queue *queue_new(void);
void queue_free(queue *q); // when no other thread uses it
void queue_enq(queue *q, int value);
bool queue_deq(queue *q, int *value); // false: it is empty

#ifdef __cplusplus
}
#endif
#endif
