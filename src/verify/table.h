// SPDX-License-Identifier: MIT
// Keys of one or two 64-bit words to dense numbers and back, for several threads
// at once. Numbers are given from 0 up. An entry takes the bytes of its key; its
// place in the hash table takes 4 bytes and a little air.
//
// A key that is a pair of numbers of other tables takes 6 bytes as long as those
// have less than 2^24 entries.

#ifndef VERIFY_TABLE_H
#define VERIFY_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_SEGMENT_BITS = 18, TABLE_SEGMENTS = 1 << 14 };

typedef struct table table;
struct table {
    // 0: empty. All ones: being written. Else the low bits are number + 1, and the
    // others bits of the key's hash, so that most keys that are not the one looked
    // for are passed over without looking at them.
    _Atomic uint32_t *slots;
    uint64_t slot_count;
    uint32_t number_mask;
    uint32_t words; // of a key
    _Atomic uint32_t count;
    const table *of[2]; // of pairs: whose numbers they are made of; may be NULL
    uint32_t ahead;     // and how many entries those may get for one here
    _Atomic(uint8_t *) segments[TABLE_SEGMENTS];
};

void table_init(table *t, uint64_t slots, uint32_t words);
void table_fini(table *t);
// The table must not be crowded.
uint32_t table_put(table *t, const uint64_t *key, bool *fresh);
void table_get(const table *t, uint32_t number, uint64_t *key);
void table_prefetch(const table *t, uint32_t number);
uint32_t table_count(const table *t);
// Time to call table_grow, while nobody else uses the table.
bool table_crowded(const table *t);
void table_grow(table *t);
uint64_t table_bytes(const table *t); // in use

#endif
