// SPDX-License-Identifier: MIT
// See state_sketch.h.

#include "verify/walk/state_sketch.h"

#include <math.h>

void sketch_add(state_sketch *s, uint64_t hash)
{
    uint8_t *part = &s->rarest[hash >> (64 - SKETCH_BITS)];
    uint64_t rest = hash << SKETCH_BITS | 1ull << (SKETCH_BITS - 1); // which ends the run of zeros
    uint8_t rank = (uint8_t)(__builtin_clzll(rest) + 1);
    *part = rank > *part ? rank : *part;
}

void sketch_merge(state_sketch *s, const state_sketch *from)
{
    for (uint32_t i = 0; i < SKETCH_PARTS; i++)
        s->rarest[i] = from->rarest[i] > s->rarest[i] ? from->rarest[i] : s->rarest[i];
}

double sketch_estimate(const state_sketch *s)
{
    double parts = SKETCH_PARTS, sum = 0;
    uint32_t empty = 0;
    for (uint32_t i = 0; i < SKETCH_PARTS; i++) {
        sum += ldexp(1, -s->rarest[i]);
        empty += s->rarest[i] == 0;
    }
    double estimate = 0.7213 / (1 + 1.079 / parts) * parts * parts / sum;
    return estimate < 2.5 * parts && empty ? parts * log(parts / empty) : estimate;
}
