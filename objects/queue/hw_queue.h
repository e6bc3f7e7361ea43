// SPDX-License-Identifier: MIT
// The queue of Herlihy and Wing (TOPLAS 1990): an array and a counter. Enqueuing
// takes the next place and then fills it, in two steps; dequeuing goes through the
// places from the first on and takes the first value it finds. When an enqueue takes
// effect cannot be said before the next dequeue. There is room for HW_QUEUE_ROOM
// values in all; `deq` waits, without sleeping, until there is one.

#ifndef HW_QUEUE_H
#define HW_QUEUE_H

enum { HW_QUEUE_ROOM = 256 };

typedef struct hw_queue hw_queue;

hw_queue *hw_queue_new(void);
void hw_queue_free(hw_queue *q);
void hw_queue_enq(hw_queue *q, int value); // not 0
int hw_queue_deq(hw_queue *q);

#endif
