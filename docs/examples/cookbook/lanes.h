// SPDX-License-Identifier: MIT
// A queue of two queues. Threads get out of each other's way, and values come out a little out
// of order.

#ifndef LANES_H
#define LANES_H

#include <stdbool.h>

typedef struct lanes lanes;

lanes *lanes_new(void);
void lanes_free(lanes *q); // when no other thread uses it
void lanes_enq(lanes *q, int value);
bool lanes_deq(lanes *q, int *value); // false: both lanes were empty

#endif
