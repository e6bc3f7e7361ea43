// SPDX-License-Identifier: MIT
// The queue of shann_queue.c with its fault repaired.

#define SHANN_REPAIRED
#include "shann_queue.c"
