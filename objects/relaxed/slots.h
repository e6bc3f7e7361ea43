// SPDX-License-Identifier: MIT
// Slots that are used again and again: a value and a version in one word, so that a
// compare-and-swap fails after anything happened in between. No value is 0.

#ifndef SLOTS_H
#define SLOTS_H

#include "relaxed.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef _Atomic uint64_t slot;

static inline int slot_value(uint64_t word)
{
    return (int)(uint32_t)(word >> 32);
}

// The word that comes after this one, with another value.
static inline uint64_t slot_next(uint64_t word, int value)
{
    return (uint64_t)(uint32_t)value << 32 | (uint32_t)(word + 1);
}

static inline bool slot_swap(slot *s, uint64_t old, uint64_t fresh)
{
    return atomic_compare_exchange_strong(s, &old, fresh);
}

// The first slot from `from` on, going round, that holds a value, or that holds none.
static inline bool slots_find(slot *slots, unsigned from, bool with_value, unsigned *index,
                              uint64_t *word)
{
    for (unsigned i = 0; i < RELAXED_CELLS; i++) {
        *index = (from + i) % RELAXED_CELLS;
        *word = atomic_load(&slots[*index]);
        if ((slot_value(*word) != 0) == with_value)
            return true;
    }
    return false;
}

// Was there a moment without any value? Two looks that see the same prove it.
static inline bool slots_empty(slot *slots)
{
    uint64_t seen[RELAXED_CELLS];
    for (unsigned i = 0; i < RELAXED_CELLS; i++)
        if (slot_value(seen[i] = atomic_load(&slots[i])))
            return false;
    for (unsigned i = 0; i < RELAXED_CELLS; i++)
        if (atomic_load(&slots[i]) != seen[i])
            return false;
    return true;
}

#endif
