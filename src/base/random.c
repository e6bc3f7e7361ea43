// SPDX-License-Identifier: MIT
// xoshiro256** by Blackman and Vigna (public domain reference), seeded by
// splitmix64: see random.h.

#include "base/random.h"

#include "base/error.h"

#include <sys/random.h>
#include <time.h>

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void rng_init(rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = splitmix(&seed);
}

static uint64_t rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t rng_next(rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t rng_below(rng *r, uint64_t bound)
{
    REQUIRE(bound > 0);
    uint64_t reject = -bound % bound; // 2^64 mod bound
    uint64_t x;
    do
        x = rng_next(r);
    while (x < reject);
    return x % bound;
}

uint64_t rng_fresh_seed(void)
{
    uint32_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint32_t)time(NULL);
    return seed % 1000000;
}
