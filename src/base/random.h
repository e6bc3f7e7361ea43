// SPDX-License-Identifier: MIT
// Random numbers that are the same for the same seed on every machine
// (xoshiro256**, seeded by splitmix64).

#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

typedef struct rng {
    uint64_t s[4];
} rng;

void rng_init(rng *r, uint64_t seed);
uint64_t rng_next(rng *r);
uint64_t rng_below(rng *r, uint64_t bound); // 0 … bound - 1, unbiased
uint64_t rng_fresh_seed(void);              // from the system, short enough to type

#endif
