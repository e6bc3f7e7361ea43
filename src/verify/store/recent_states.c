// SPDX-License-Identifier: MIT
// See recent_states.h.

#include "verify/store/recent_states.h"

#include "base/mapped_memory.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void recent_init(recent_states *r, size_t size)
{
    *r = (recent_states){.size = size};
    r->stride =
        sizeof(uint64_t) + (size + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
    r->places = mapped_new(RECENT_PLACES, r->stride);
}

void recent_fini(recent_states *r)
{
    mapped_free(r->places, RECENT_PLACES, r->stride);
}

// Looking costs little, but not nothing.
static void take_stock(recent_states *r)
{
    r->idle = r->found < RECENT_TRIAL / RECENT_WORTH;
    r->asked = r->found = 0;
}

// Most states are a few words.
enum { FEW = 8 * sizeof(uint64_t) };

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// A sum of products, none of which waits for another one.
static uint64_t hash_few(const uint8_t *state, size_t size)
{
    uint64_t h = 0, factor = UINT64_C(0x9E3779B97F4A7C15);
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t word = word_at(state + i);
        h += (word ^ word >> 32) * factor;
        factor += UINT64_C(0x3C6EF372FE94F82A);
    }
    return h >> 40;
}

static bool same_few(const uint8_t *a, const uint8_t *b, size_t size)
{
    uint64_t differ = 0;
    for (size_t i = 0; i < size; i += sizeof differ)
        differ |= word_at(a + i) ^ word_at(b + i);
    return !differ;
}

static void copy_few(uint8_t *to, const uint8_t *from, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint64_t))
        memcpy(to + i, from + i, sizeof(uint64_t));
}

bool recent_met(recent_states *r, const void *state, uint32_t observed)
{
    if (r->idle)
        return false;
    bool few = r->size <= FEW && r->size % sizeof(uint64_t) == 0;
    uint64_t hash = few ? hash_few(state, r->size) : XXH3_64bits(state, r->size);
    uint64_t place = (hash + observed) % RECENT_PLACES;
    uint8_t *at = r->places + place * r->stride, *there = at + sizeof(uint64_t);
    uint64_t with = (uint64_t)observed + 1;
    bool met = word_at(at) == with &&
               (few ? same_few(there, state, r->size) : memcmp(there, state, r->size) == 0);
    if (!met && few)
        copy_few(there, state, r->size);
    else if (!met)
        memcpy(there, state, r->size);
    memcpy(at, &with, sizeof with);
    r->found += met;
    if (++r->asked == RECENT_TRIAL)
        take_stock(r);
    return met;
}
