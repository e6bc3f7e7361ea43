// SPDX-License-Identifier: MIT
// 64-bit keys to dense numbers and back, for several threads at once. Numbers
// are given from 0 up. An entry takes 8 bytes, its place in the hash table 4
// bytes and a little air: 13 to 15 in all.

#ifndef VERIFY_TABLE_H
#define VERIFY_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_SEGMENT_BITS = 18, TABLE_SEGMENTS = 1 << 14 };

typedef struct table {
    // 0: empty. All ones: being written. Else the low bits are number + 1, and the
    // others bits of the key's hash, so that most keys that are not the one looked
    // for are passed over without looking at them.
    _Atomic uint32_t *slots;
    uint64_t slot_count;
    uint32_t number_mask;
    _Atomic uint32_t count;
    _Atomic(uint64_t *) segments[TABLE_SEGMENTS];
} table;

void table_init(table *t, uint64_t slots);
void table_fini(table *t);
// The table must not be crowded.
uint32_t table_put(table *t, uint64_t key, bool *fresh);
uint64_t table_get(const table *t, uint32_t number);
uint32_t table_count(const table *t);
// Time to call table_grow, while nobody else uses the table.
bool table_crowded(const table *t);
void table_grow(table *t);
uint64_t table_bytes(const table *t); // in use

#endif
