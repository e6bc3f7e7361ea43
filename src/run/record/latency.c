// SPDX-License-Identifier: MIT
// See latency.h.

#include "run/record/latency.h"

static unsigned class_of(uint64_t n)
{
    if (n < 16)
        return (unsigned)n;
    unsigned high = 63 - (unsigned)__builtin_clzll(n); // 4 or more
    return (high - 3) * 16 + (unsigned)(n >> (high - 4) & 15);
}

// The greatest of a class.
static uint64_t most_of(unsigned class)
{
    if (class < 16)
        return class;
    unsigned high = class / 16 + 3;
    return ((uint64_t)(16 + class % 16) << (high - 4)) + ((UINT64_C(1) << (high - 4)) - 1);
}

void latency_add(latency *l, uint64_t nanoseconds)
{
    l->counts[class_of(nanoseconds)]++;
    l->total++;
}

uint64_t latency_of(const latency *l, unsigned in_1000)
{
    uint64_t wanted = l->total / 1000 * in_1000 + (l->total % 1000 * in_1000 + 999) / 1000;
    for (unsigned i = 0; i < LATENCY_CLASSES; i++) {
        if (l->counts[i] >= wanted && l->total)
            return most_of(i);
        wanted -= l->counts[i];
    }
    return 0;
}
