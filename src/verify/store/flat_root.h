// SPDX-License-Identifier: MIT
// A state as one key: the numbers of its words, side by side. As long as there are so few different words
// that they fit, the root of a state's tree is all of it.

#ifndef VERIFY_FLAT_ROOT_H
#define VERIFY_FLAT_ROOT_H

#include "verify/store/key_segment.h"

enum { FLAT_KEY = 64, FLAT_MOST_BITS = 31, FLAT_MOST_WORDS = 8 };

// Bits for each number; 0: there are too many words for `least` different ones. Two are a pair anyway.
static inline uint32_t flat_root_bits(uint32_t words, uint64_t least)
{
    if (words <= 2 || words > FLAT_MOST_WORDS)
        return 0;
    uint32_t bits = FLAT_KEY / words;
    bits = bits < FLAT_MOST_BITS ? bits : FLAT_MOST_BITS;
    return (UINT64_C(1) << bits) > least ? bits : 0;
}

static inline table_key flat_root_join(const uint32_t *numbers, uint32_t words, uint32_t bits)
{
    uint64_t key = 0;
    for (uint32_t i = 0; i < words; i++)
        key = key << bits | numbers[i];
    return (table_key){key, 0};
}

static inline void flat_root_split(uint64_t key, uint32_t words, uint32_t bits, uint32_t *numbers)
{
    for (uint32_t i = words; i-- > 0; key >>= bits)
        numbers[i] = (uint32_t)key & ((UINT32_C(1) << bits) - 1);
}

#endif
