// SPDX-License-Identifier: MIT
// A pointer and a version in one word: addresses have 48 bits.

#ifndef VERSIONED_H
#define VERSIONED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef _Atomic uint64_t versioned;

static inline void *versioned_pointer(uint64_t word)
{
    return (void *)(uintptr_t)(word >> 16);
}

static inline uint64_t versioned_next(uint64_t word, void *pointer)
{
    return (uint64_t)(uintptr_t)pointer << 16 | (uint16_t)(word + 1);
}

static inline bool versioned_swap(versioned *v, uint64_t old, void *pointer)
{
    return atomic_compare_exchange_strong(v, &old, versioned_next(old, pointer));
}

#endif
