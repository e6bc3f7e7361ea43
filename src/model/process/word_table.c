// SPDX-License-Identifier: MIT
// See word_table.h.

#include "model/process/word_table.h"

#include "base/mapped_memory.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_BITS = MAPPED_IS_ALLOCATED ? 12 : 20, SEGMENT_BITS = 14, SEGMENT = 1 << SEGMENT_BITS };

typedef _Atomic(word_entry *) entry_place;

typedef struct entry_segment {
    entry_place entries[SEGMENT];
} entry_segment;

struct word_table {
    entry_place slots[1 << SLOT_BITS];
    _Atomic(entry_segment *) segments[WORD_TABLE_MOST / SEGMENT];
    _Atomic uint32_t count;
};

word_table *word_table_new(void)
{
    return mapped_new(1, sizeof(word_table));
}

void word_table_free(word_table *t, void (*drop)(void *data))
{
    if (!t)
        return;
    uint32_t count = t->count; // there are none from there on
    for (uint32_t i = 0; i < WORD_TABLE_MOST / SEGMENT && t->segments[i]; i++) {
        entry_segment *segment = t->segments[i];
        for (uint32_t k = 0; k < SEGMENT && i * SEGMENT + k < count; k++) {
            word_entry *e = segment->entries[k];
            if (e && drop) {
                drop(e->data);
                drop(e->note);
            }
            free(e);
        }
        free(segment);
    }
    mapped_free(t, 1, sizeof *t);
}

static uint32_t slot_of(const uint32_t *words, uint32_t length)
{
    uint64_t h = length;
    for (uint32_t i = 0; i < length; i++) {
        h = (h ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 20) & ((1 << SLOT_BITS) - 1);
}

// Among the entries from the first one to before the last one.
static const word_entry *find(const word_entry *first, const word_entry *last,
                              const uint32_t *words, uint32_t length)
{
    for (; first != last; first = first->next)
        if (first->length == length && memcmp(first->words, words, length * sizeof *words) == 0)
            return first;
    return NULL;
}

static entry_place *place_of(word_table *t, uint32_t number)
{
    _Atomic(entry_segment *) *at = &t->segments[number >> SEGMENT_BITS];
    entry_segment *there = atomic_load_explicit(at, memory_order_acquire);
    if (!there) {
        entry_segment *fresh = memory_new(1, sizeof *fresh);
        if (atomic_compare_exchange_strong(at, &there, fresh))
            there = fresh;
        else
            free(fresh);
    }
    return &there->entries[number & (SEGMENT - 1)];
}

static word_entry *make(word_table *t, const word_entry *like, const uint32_t *words,
                        uint32_t length)
{
    uint32_t number = atomic_load_explicit(&t->count, memory_order_relaxed);
    do {
        if (number >= WORD_TABLE_MOST)
            return NULL;
    } while (!atomic_compare_exchange_weak(&t->count, &number, number + 1));
    word_entry *e = memory_new(1, sizeof *e + length * sizeof *words);
    e->number = number;
    e->length = length;
    e->flags = like->flags;
    e->depth = like->depth;
    memcpy(e->words, words, length * sizeof *words);
    atomic_store_explicit(place_of(t, number), e, memory_order_release);
    return e;
}

uint32_t word_table_put(word_table *t, const word_entry *like, const uint32_t *words,
                        uint32_t length)
{
    entry_place *slot = &t->slots[slot_of(words, length)];
    word_entry *first = atomic_load_explicit(slot, memory_order_acquire);
    const word_entry *found = find(first, NULL, words, length);
    if (found)
        return found->number;
    word_entry *e = make(t, like, words, length);
    if (!e)
        return WORD_TABLE_FULL;
    for (;;) {
        const word_entry *seen = e->next = first;
        if (atomic_compare_exchange_strong(slot, &first, e))
            return e->number;
        // The number that was given is of no use any more.
        if ((found = find(first, seen, words, length)))
            return found->number;
    }
}

word_entry *word_table_get(const word_table *t, uint32_t number)
{
    entry_segment *segment =
        atomic_load_explicit(&t->segments[number >> SEGMENT_BITS], memory_order_acquire);
    return atomic_load_explicit(&segment->entries[number & (SEGMENT - 1)], memory_order_acquire);
}

uint32_t word_table_count(const word_table *t)
{
    return atomic_load_explicit(&t->count, memory_order_relaxed);
}
