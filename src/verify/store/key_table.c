// SPDX-License-Identifier: MIT
// Open addressing over an array that only grows. Who finds an empty slot marks
// it as busy, appends the key and then publishes the number, so numbers are dense
// and no key is entered twice; others wait for the few instructions in between.

#include "verify/store/key_table.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <sys/mman.h>

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

static const uint8_t all_parts[] = {
    [TABLE_WORDS] = 1, [TABLE_PAIRS] = 2, [TABLE_NUMBERS] = 3, [TABLE_GROUPS] = 3};

// What the first keys are expected to be like: words anything, numbers small.
static const uint64_t first_guess[][3] = {
    {0}, {UINT64_MAX}, {1 << 18, 1 << 18}, {1 << 22, 1 << 22, 1 << 14}};

void table_init(table *t, uint64_t slots, table_kind kind)
{
    t->kind = kind;
    memcpy(t->first, first_guess[all_parts[kind]], sizeof t->first);
    set_slots(t, slots);
}

void table_fini(table *t)
{
    for (uint32_t i = 0; i < TABLE_SEGMENTS && t->segments[i]; i++)
        segment_free(t->segments[i]);
    free(t->slots);
    t->slots = NULL;
}

static inline uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    h ^= h >> 29;
    return h * UINT64_C(0x9E3779B97F4A7C15);
}

static inline uint64_t hash(const table *t, table_key k)
{
    uint64_t h = k.key * UINT64_C(0x9E3779B97F4A7C15);
    return mix(t->kind == TABLE_NUMBERS ? h ^ k.third * UINT64_C(0xA24BAED4963EE407) : h);
}

// Slots are chosen by the high bits, so the table may have any size.
static inline uint64_t slot_of(const table *t, uint64_t h)
{
    return (uint64_t)(((unsigned __int128)h * t->slot_count) >> 64);
}

static inline void fetch_slot(const table *t, uint64_t h)
{
    __builtin_prefetch((const void *)(uintptr_t)&t->slots[slot_of(t, h)]);
}

static inline uint32_t tag_of(const table *t, uint64_t h)
{
    return (uint32_t)h & ~t->number_mask;
}

static segment *segment_for(table *t, uint32_t number)
{
    _Atomic(segment *) *place = &t->segments[number >> SEGMENT_BITS];
    segment *at = atomic_load_explicit(place, memory_order_acquire);
    if (at)
        return at;
    uint64_t most[3] = {t->most[0], t->most[1], t->most[2]};
    uint8_t parts = all_parts[t->kind];
    segment *fresh = segment_new(parts, number < SEGMENT ? t->first : most);
    if (!atomic_compare_exchange_strong(place, &at, fresh)) {
        segment_free(fresh);
        return at;
    }
    return fresh;
}

// Only a guess is made from it: it need not be exact.
static void note(_Atomic uint64_t *most, uint64_t value)
{
    if (value > atomic_load_explicit(most, memory_order_relaxed))
        atomic_store_explicit(most, value, memory_order_relaxed);
}

static uint32_t append(table *t, _Atomic uint32_t *slot, table_key k, uint32_t tag)
{
    uint32_t number = atomic_fetch_add_explicit(&t->count, 1, memory_order_relaxed);
    REQUIRE(number < t->number_mask - 1);
    note(&t->most[0], t->kind == TABLE_WORDS ? k.key : k.key >> 32);
    note(&t->most[1], k.key & UINT32_MAX);
    note(&t->most[2], k.third);
    segment_put(segment_for(t, number), number & (SEGMENT - 1), k);
    atomic_store_explicit(slot, tag | (number + 1), memory_order_release);
    return number;
}

uint32_t table_put_unless(table *t, table_key k, table_subsumes subsumes, void *context,
                          bool *fresh)
{
    uint64_t h = hash(t, k);
    uint32_t tag = tag_of(t, h), mask = t->number_mask;
    *fresh = false;
    for (uint64_t i = slot_of(t, h);; i = i + 1 < t->slot_count ? i + 1 : 0) {
        uint32_t seen = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if (seen == 0 && atomic_compare_exchange_strong(&t->slots[i], &seen, busy)) {
            *fresh = true;
            return append(t, &t->slots[i], k, tag);
        }
        while (seen == busy)
            seen = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if ((seen & ~mask) != tag)
            continue;
        uint32_t number = (seen & mask) - 1;
        table_key there = table_get(t, number);
        if (there.key == k.key &&
            (there.third == k.third || (subsumes && subsumes(context, there.third, k.third))))
            return number;
    }
}

uint32_t table_put(table *t, table_key k, bool *fresh)
{
    return table_put_unless(t, k, NULL, NULL, fresh);
}

void table_expect(const table *t, table_key k)
{
    fetch_slot(t, hash(t, k));
}

void table_expect_entry(const table *t, table_key k)
{
    uint64_t h = hash(t, k);
    uint32_t seen = atomic_load_explicit(&t->slots[slot_of(t, h)], memory_order_acquire);
    if (seen != 0 && seen != busy && (seen & ~t->number_mask) == tag_of(t, h))
        table_prefetch(t, (seen & t->number_mask) - 1);
}

uint32_t table_count(const table *t)
{
    return atomic_load_explicit(&t->count, memory_order_relaxed);
}

bool table_crowded(const table *t)
{
    return table_count(t) > t->slot_count / 20 * 16;
}

enum { TOGETHER = 32 };

static void enter_again(table *t, uint32_t from, uint32_t to)
{
    uint64_t hashes[TOGETHER];
    for (uint32_t n = from; n < to; n++) {
        hashes[n - from] = hash(t, table_get(t, n));
        fetch_slot(t, hashes[n - from]);
    }
    for (uint32_t n = from; n < to; n++) {
        uint64_t h = hashes[n - from], i = slot_of(t, h);
        while (atomic_load_explicit(&t->slots[i], memory_order_relaxed))
            i = i + 1 < t->slot_count ? i + 1 : 0;
        atomic_store_explicit(&t->slots[i], tag_of(t, h) | (n + 1), memory_order_relaxed);
    }
}

// Large tables grow by less: what they have too much is what counts.
void table_grow(table *t)
{
    enum { SMALL = 1 << 22 };
    free(t->slots);
    uint64_t now = t->slot_count;
    set_slots(t, now + now / (now < SMALL ? 1 : 4));
    uint32_t count = table_count(t);
    for (uint32_t from = 0; from < count; from += TOGETHER)
        enter_again(t, from, count - from < TOGETHER ? count : from + TOGETHER);
}

void table_take(table *t, table *from)
{
    REQUIRE(table_count(t) == table_count(from));
    for (uint32_t i = 0; i < TABLE_SEGMENTS && (t->segments[i] || from->segments[i]); i++) {
        segment_free(t->segments[i]);
        t->segments[i] = from->segments[i];
        from->segments[i] = NULL;
    }
    for (uint32_t i = 0; i < 3; i++)
        t->most[i] = from->most[i];
    free(t->slots);
    t->slots = from->slots;
    t->slot_count = from->slot_count;
    t->number_mask = from->number_mask;
    from->slots = NULL;
}

uint64_t table_bytes(const table *t)
{
    uint64_t bytes = t->slot_count * sizeof *t->slots, count = table_count(t);
    for (uint64_t first = 0; first < count; first += SEGMENT) {
        uint64_t rest = count - first;
        bytes += segment_bytes(table_segment(t, (uint32_t)first),
                               (uint32_t)(rest < SEGMENT ? rest : SEGMENT));
    }
    return bytes;
}
