// SPDX-License-Identifier: MIT
// Sets of numbers, a bit each, in words that are the caller's.

#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

enum { BITS_WORD = 64 }; // bit / BITS_WORD + 1 words have room for it

static inline void bits_set(uint64_t *words, uint64_t bit)
{
    words[bit / BITS_WORD] |= UINT64_C(1) << bit % BITS_WORD;
}

static inline void bits_clear(uint64_t *words, uint64_t bit)
{
    words[bit / BITS_WORD] &= ~(UINT64_C(1) << bit % BITS_WORD);
}

static inline bool bits_has(const uint64_t *words, uint64_t bit)
{
    return words[bit / BITS_WORD] >> bit % BITS_WORD & 1;
}

#endif
