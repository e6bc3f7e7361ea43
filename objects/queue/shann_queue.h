// SPDX-License-Identifier: MIT
// The array queue of Shann, Huang and Chen (2000). Places are used again, so each has
// a number that grows with every change.

#ifndef SHANN_QUEUE_H
#define SHANN_QUEUE_H

#include <stdbool.h>

enum { SHANN_ROOM = 2 };

typedef struct shann shann;

shann *shann_new(void);
void shann_free(shann *q);
bool shann_enq(shann *q, int value);  // false: it is full
bool shann_deq(shann *q, int *value); // false: it is empty

#endif
