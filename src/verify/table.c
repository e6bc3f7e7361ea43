// SPDX-License-Identifier: MIT
// Open addressing over an array that only grows. Who finds an empty slot marks
// it as busy, appends the key and then publishes the number, so numbers are dense
// and no key is entered twice; others wait for the few instructions in between.

#include "verify/table.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SEGMENT = 1 << TABLE_SEGMENT_BITS };
// The first byte of a segment is the size of its entries. Some air at the end
// lets them be read as words.
enum { HEADER = 8, AIR = 8, NARROW = 6, NARROW_BITS = 24 };
static const uint32_t busy = UINT32_MAX;

// Accesses go all over the place: without large pages most of them would miss the
// table of pages too. If there are none, nothing is lost.
static void *large_new(size_t count, size_t size)
{
    enum { LARGE = 1 << 22, PAGE = 1 << 12 };
    void *at = memory_new(count, size);
    size_t first = PAGE - (uintptr_t)at % PAGE;
    if (count * size >= LARGE)
        madvise((char *)at + first, (count * size - first) / PAGE * PAGE, MADV_HUGEPAGE);
    return at;
}

static void set_slots(table *t, uint64_t slots)
{
    t->slot_count = slots;
    t->slots = large_new(slots, sizeof *t->slots);
    t->number_mask = 1;
    while (t->number_mask < UINT32_MAX && t->number_mask <= slots + 1)
        t->number_mask = t->number_mask << 1 | 1;
}

void table_init(table *t, uint64_t slots, uint32_t words)
{
    *t = (table){.words = words};
    set_slots(t, slots);
}

void table_fini(table *t)
{
    for (uint32_t i = 0; i < TABLE_SEGMENTS && t->segments[i]; i++)
        free(t->segments[i]);
    free(t->slots);
    t->slots = NULL;
}

static inline uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    h ^= h >> 29;
    return h * UINT64_C(0x9E3779B97F4A7C15);
}

static inline uint64_t hash(const table *t, const uint64_t *key)
{
    uint64_t h = key[0] * UINT64_C(0x9E3779B97F4A7C15);
    return mix(t->words == 1 ? h : mix(h) ^ key[1]);
}

// Slots are chosen by the high bits, so the table may have any size.
static inline uint64_t slot_of(const table *t, uint64_t h)
{
    return (uint64_t)(((unsigned __int128)h * t->slot_count) >> 64);
}

static inline uint32_t tag_of(const table *t, uint64_t h)
{
    return (uint32_t)h & ~t->number_mask;
}

static inline uint8_t *entry_in(uint8_t *segment, uint32_t number)
{
    return segment + HEADER + (size_t)segment[0] * (number & (SEGMENT - 1));
}

static inline uint8_t *entry_of(const table *t, uint32_t number)
{
    return entry_in(
        atomic_load_explicit(&t->segments[number >> TABLE_SEGMENT_BITS], memory_order_acquire),
        number);
}

// Will all keys of one more segment be pairs of small numbers?
static bool narrow(const table *t)
{
    enum { AT_WORK = 1024 }; // states that other threads are about to enter
    for (int i = 0; i < 2; i++)
        if (!t->of[i] ||
            table_count(t->of[i]) + (uint64_t)t->ahead * (SEGMENT + AT_WORK) >= 1 << NARROW_BITS)
            return false;
    return true;
}

static uint8_t *segment_of(table *t, uint32_t number)
{
    _Atomic(uint8_t *) *segment = &t->segments[number >> TABLE_SEGMENT_BITS];
    uint8_t *at = atomic_load_explicit(segment, memory_order_acquire);
    if (at)
        return at;
    uint8_t size = (uint8_t)(narrow(t) ? NARROW : t->words * sizeof(uint64_t));
    uint8_t *fresh = memory_new(HEADER + (size_t)size * SEGMENT + AIR, 1);
    fresh[0] = size;
    if (!atomic_compare_exchange_strong(segment, &at, fresh)) {
        free(fresh);
        return at;
    }
    return fresh;
}

static inline uint64_t unpack(uint64_t six)
{
    return (six >> NARROW_BITS & 0xFFFFFF) << 32 | (six & 0xFFFFFF);
}

static void write_entry(uint8_t *segment, uint32_t number, const uint64_t *key, uint32_t words)
{
    uint8_t *at = entry_in(segment, number);
    if (segment[0] != NARROW) {
        memcpy(at, key, words * sizeof *key);
        return;
    }
    uint64_t six = key[0] >> 32 << NARROW_BITS | (key[0] & 0xFFFFFF);
    REQUIRE(unpack(six) == key[0]);
    memcpy(at, &six, NARROW);
}

static inline void read_entry(const uint8_t *at, uint8_t size, uint64_t *key)
{
    memcpy(key, at, sizeof *key);
    if (size == NARROW)
        key[0] = unpack(key[0]);
    else if (size == 2 * sizeof *key)
        memcpy(key + 1, at + sizeof *key, sizeof *key);
}

void table_get(const table *t, uint32_t number, uint64_t *key)
{
    const uint8_t *segment =
        atomic_load_explicit(&t->segments[number >> TABLE_SEGMENT_BITS], memory_order_acquire);
    read_entry(segment + HEADER + (size_t)segment[0] * (number & (SEGMENT - 1)), segment[0], key);
}

void table_prefetch(const table *t, uint32_t number)
{
    __builtin_prefetch(entry_of(t, number));
}

static inline bool same(const table *t, uint32_t number, const uint64_t *key)
{
    uint64_t other[2];
    table_get(t, number, other);
    return other[0] == key[0] && (t->words == 1 || other[1] == key[1]);
}

static uint32_t append(table *t, _Atomic uint32_t *slot, const uint64_t *key, uint32_t tag)
{
    uint32_t number = atomic_fetch_add_explicit(&t->count, 1, memory_order_relaxed);
    REQUIRE(number < t->number_mask - 1);
    write_entry(segment_of(t, number), number, key, t->words);
    atomic_store_explicit(slot, tag | (number + 1), memory_order_release);
    return number;
}

uint32_t table_put(table *t, const uint64_t *key, bool *fresh)
{
    uint64_t h = hash(t, key);
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
        if ((seen & ~mask) == tag && same(t, (seen & mask) - 1, key))
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

// Large tables grow by less: what they have too much is what counts.
void table_grow(table *t)
{
    enum { LARGE = 1 << 20 };
    free(t->slots);
    set_slots(t, t->slot_count + t->slot_count / (t->slot_count < LARGE ? 1 : 4));
    uint32_t count = table_count(t);
    for (uint32_t n = 0; n < count; n++) {
        uint64_t key[2];
        table_get(t, n, key);
        uint64_t h = hash(t, key), i = slot_of(t, h);
        while (atomic_load_explicit(&t->slots[i], memory_order_relaxed))
            i = i + 1 < t->slot_count ? i + 1 : 0;
        atomic_store_explicit(&t->slots[i], tag_of(t, h) | (n + 1), memory_order_relaxed);
    }
}

uint64_t table_bytes(const table *t)
{
    uint64_t bytes = t->slot_count * sizeof *t->slots, count = table_count(t);
    for (uint64_t first = 0; first < count; first += SEGMENT) {
        uint64_t rest = count - first;
        bytes += t->segments[first >> TABLE_SEGMENT_BITS][0] * (rest < SEGMENT ? rest : SEGMENT);
    }
    return bytes;
}
