// SPDX-License-Identifier: MIT
// How long operations took: counts by size, of which each class is at most a sixteenth wide.

#ifndef RUN_LATENCY_H
#define RUN_LATENCY_H

#include <stdint.h>

enum { LATENCY_CLASSES = 64 * 16 };

typedef struct latency {
    uint64_t counts[LATENCY_CLASSES];
    uint64_t total;
} latency;

void latency_add(latency *l, uint64_t nanoseconds);
// That so many in 1000 did not exceed, but for the width of a class; 0: there are none.
uint64_t latency_of(const latency *l, unsigned in_1000);

#endif
