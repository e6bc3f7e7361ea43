// SPDX-License-Identifier: MIT
// Keys to dense numbers and back, for several threads at once. Numbers are given from
// 0 up. A key is a word; or it is made of numbers that stay small: a pair and a third
// one. Its place in the hash table takes 4 bytes and a little air.
//
// Entries are as wide as the keys entered so far let us expect: thousands of them at
// a time have the same format. One that does not fit is kept at full width beside.

#ifndef VERIFY_KEY_TABLE_H
#define VERIFY_KEY_TABLE_H

#include "base/mapped_memory.h"
#include "verify/store/key_segment.h"

// Enough for all numbers, or for 256 million of them.
enum { TABLE_SEGMENTS = MAPPED_IS_ALLOCATED ? 1 << 14 : 1 << 18, TABLE_LINE = 64 };

typedef enum table_kind {
    TABLE_WORDS,
    TABLE_PAIRS,   // of numbers, without a third one
    TABLE_NUMBERS, // with it
    TABLE_GROUPS,  // numbers; entries that differ in the third one only lie together
} table_kind;

typedef struct table {
    // 0: empty. All ones: being written. Else the low bits are number + 1, and the
    // others bits of the key's hash, so that most keys that are not the one looked
    // for are passed over without looking at them.
    _Atomic uint32_t *slots;
    uint64_t slot_count;
    uint32_t number_mask;
    table_kind kind;
    uint64_t first[3]; // the first keys are expected to be at most so large
    // What is written often does not lie beside what is read often.
    uint8_t apart[TABLE_LINE];
    _Atomic uint32_t count;
    _Atomic uint64_t most[3]; // of each part of a key, so far
    uint8_t apart_too[TABLE_LINE];
    _Atomic(segment *) segments[TABLE_SEGMENTS];
} table;

// Does an entry with the third number `there` make one with `third` needless?
typedef bool (*table_subsumes)(void *context, uint32_t there, uint32_t third);

void table_init(table *t, uint64_t slots, table_kind kind);
void table_fini(table *t);
// The table must not be crowded.
uint32_t table_put(table *t, table_key k, bool *fresh);
// Of groups. Where the key is needless: the number of the entry that makes it so.
uint32_t table_put_unless(table *t, table_key k, table_subsumes subsumes, void *context,
                          bool *fresh);
// It will be put soon: first its slot is fetched, then the entry it may be.
void table_expect(const table *t, table_key k);
void table_expect_entry(const table *t, table_key k);
uint32_t table_count(const table *t);
// Time to call table_grow, while nobody else uses the table.
bool table_crowded(const table *t);
void table_grow(table *t);
// While nobody else uses either: its keys are those of another one from now on, of which there are as many. That one
// is empty then.
void table_take(table *t, table *from);
uint64_t table_bytes(const table *t); // in use

static inline const segment *table_segment(const table *t, uint32_t number)
{
    return atomic_load_explicit(&t->segments[number >> SEGMENT_BITS], memory_order_acquire);
}

static inline table_key table_get(const table *t, uint32_t number)
{
    return segment_get(table_segment(t, number), number & (SEGMENT - 1));
}

// It will be got soon.
static inline void table_prefetch(const table *t, uint32_t number)
{
    __builtin_prefetch(segment_entry(table_segment(t, number), number & (SEGMENT - 1)));
}

#endif
