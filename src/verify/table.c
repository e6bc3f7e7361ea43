// SPDX-License-Identifier: MIT
// Open addressing over an array that only grows. Who finds an empty slot marks
// it as busy, appends the key and then publishes the number, so numbers are dense
// and no key is entered twice; others wait for the few instructions in between.

#include "verify/table.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

enum { SEGMENT = 1 << TABLE_SEGMENT_BITS };
static const uint32_t busy = UINT32_MAX;

static void set_slots(table *t, uint64_t slots)
{
    t->slot_count = slots;
    t->slots = memory_new(slots, sizeof *t->slots);
    t->number_mask = 1;
    while (t->number_mask < UINT32_MAX && t->number_mask <= slots + 1)
        t->number_mask = t->number_mask << 1 | 1;
}

void table_init(table *t, uint64_t slots)
{
    *t = (table){0};
    set_slots(t, slots);
}

void table_fini(table *t)
{
    for (uint32_t i = 0; i < TABLE_SEGMENTS && t->segments[i]; i++)
        free(t->segments[i]);
    free(t->slots);
    t->slots = NULL;
}

static uint64_t hash(uint64_t key)
{
    uint64_t h = key * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ (h >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    h ^= h >> 29;
    return h * UINT64_C(0x9E3779B97F4A7C15);
}

// Slots are chosen by the high bits, so the table may have any size.
static uint64_t slot_of(const table *t, uint64_t h)
{
    return (uint64_t)(((unsigned __int128)h * t->slot_count) >> 64);
}

static uint32_t tag_of(const table *t, uint64_t h)
{
    return (uint32_t)h & ~t->number_mask;
}

static uint64_t *entry(table *t, uint32_t number)
{
    _Atomic(uint64_t *) *segment = &t->segments[number >> TABLE_SEGMENT_BITS];
    uint64_t *at = atomic_load_explicit(segment, memory_order_acquire);
    if (!at) {
        uint64_t *fresh = memory_new(SEGMENT, sizeof *fresh);
        if (atomic_compare_exchange_strong(segment, &at, fresh))
            at = fresh;
        else
            free(fresh);
    }
    return at + (number & (SEGMENT - 1));
}

uint64_t table_get(const table *t, uint32_t number)
{
    const uint64_t *at =
        atomic_load_explicit(&t->segments[number >> TABLE_SEGMENT_BITS], memory_order_acquire);
    return at[number & (SEGMENT - 1)];
}

static uint32_t append(table *t, _Atomic uint32_t *slot, uint64_t key, uint32_t tag)
{
    uint32_t number = atomic_fetch_add_explicit(&t->count, 1, memory_order_relaxed);
    REQUIRE(number < t->number_mask - 1);
    *entry(t, number) = key;
    atomic_store_explicit(slot, tag | (number + 1), memory_order_release);
    return number;
}

uint32_t table_put(table *t, uint64_t key, bool *fresh)
{
    uint64_t h = hash(key);
    uint32_t tag = tag_of(t, h), mask = t->number_mask;
    *fresh = false;
    for (uint64_t i = slot_of(t, h);; i = i + 1 < t->slot_count ? i + 1 : 0) {
        uint32_t seen = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if (seen == 0 && atomic_compare_exchange_strong(&t->slots[i], &seen, busy)) {
            *fresh = true;
            return append(t, &t->slots[i], key, tag);
        }
        while (seen == busy)
            seen = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if ((seen & ~mask) == tag && table_get(t, (seen & mask) - 1) == key)
            return (seen & mask) - 1;
    }
}

uint32_t table_count(const table *t)
{
    return atomic_load_explicit(&t->count, memory_order_relaxed);
}

bool table_crowded(const table *t)
{
    return table_count(t) > t->slot_count / 20 * 17;
}

void table_grow(table *t)
{
    free(t->slots);
    set_slots(t, t->slot_count + t->slot_count / 2);
    uint32_t count = table_count(t);
    for (uint32_t n = 0; n < count; n++) {
        uint64_t h = hash(table_get(t, n)), i = slot_of(t, h);
        while (atomic_load_explicit(&t->slots[i], memory_order_relaxed))
            i = i + 1 < t->slot_count ? i + 1 : 0;
        atomic_store_explicit(&t->slots[i], tag_of(t, h) | (n + 1), memory_order_relaxed);
    }
}

uint64_t table_bytes(const table *t)
{
    return t->slot_count * sizeof *t->slots + (uint64_t)table_count(t) * sizeof(uint64_t);
}
