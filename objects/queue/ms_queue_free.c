// SPDX-License-Identifier: MIT
// Faulty: a node that is taken out is freed at once, whoever looks at it.

#define STILL_LOOKED_AT(node) false
#include "ms_queue_hazard.c"
