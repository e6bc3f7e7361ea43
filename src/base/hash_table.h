// SPDX-License-Identifier: MIT
// A hash table of entries that know their own keys, typed by macros.
//
// Open addressing with linear probing, at most two thirds full. Removing an entry moves later ones
// back (Knuth, The Art of Computer Programming 3, 6.4, Algorithm R): no tombstones gather in a
// table that lives as long as a stream. An entry of zeroes is free.
//
//     HASH_TABLE_TYPE(open_table, open_op);             // struct open_table { slots; mask; count }
//     static bool open_table_used(const open_op *e);
//     static open_key open_table_key(const open_op *e);
//     static uint64_t open_table_hash(open_key key);    // its low bits choose the place
//     static bool open_table_same(const open_op *e, open_key key);
//     HASH_TABLE_FUNCTIONS(open_table, open_op, open_key);
//     static void open_table_clear(open_op *e);         // not used from now on
//     HASH_TABLE_REMOVAL(open_table, open_op)
//
//     open_table_start(&t, 16);                  // a power of two
//     open_op *e = open_table_slot(&t, key);     // its entry, or the free one where it belongs
//     open_table_reserve(&t);                    // before a free one is filled; entries may move
//     *open_table_slot(&t, key) = entry; t.count++;
//     open_table_close(&t, e);                   // removes it; others may move
//     free(t.slots);
//
// Elsewhere there are tables of their own for a reason: base/intern.h stores strings once and
// numbers them; the memo of a search (jit_memo.h) and the closure compare by subsumption, not by
// equality; the stores of verify (key_table.h) are filled by several threads without a lock.

#ifndef BASE_HASH_TABLE_H
#define BASE_HASH_TABLE_H

#include "base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define HASH_TABLE_TYPE(T, ENTRY)                                                                  \
    typedef struct T {                                                                             \
        ENTRY *slots;                                                                              \
        uint64_t mask, count;                                                                      \
    } T

#define HASH_TABLE_FUNCTIONS(T, ENTRY, KEY)                                                        \
    static inline void T##_start(T *t, uint64_t slots)                                             \
    {                                                                                              \
        assert(slots && (slots & (slots - 1)) == 0);                                               \
        *t = (T){.slots = memory_new(slots, sizeof *t->slots), .mask = slots - 1};                 \
    }                                                                                              \
    static inline ENTRY *T##_slot(const T *t, KEY key)                                             \
    {                                                                                              \
        uint64_t at = T##_hash(key) & t->mask;                                                     \
        while (T##_used(&t->slots[at]) && !T##_same(&t->slots[at], key))                           \
            at = (at + 1) & t->mask;                                                               \
        return &t->slots[at];                                                                      \
    }                                                                                              \
    __attribute__((unused)) static void T##_reserve(T *t)                                          \
    {                                                                                              \
        if ((t->count + 1) * 3 <= t->mask * 2)                                                     \
            return;                                                                                \
        T old = *t;                                                                                \
        T##_start(t, (old.mask + 1) * 2);                                                          \
        t->count = old.count;                                                                      \
        for (uint64_t i = 0; i <= old.mask; i++)                                                   \
            if (T##_used(&old.slots[i]))                                                           \
                *T##_slot(t, T##_key(&old.slots[i])) = old.slots[i];                               \
        free(old.slots);                                                                           \
    }                                                                                              \
    static_assert(sizeof(T) == sizeof(ENTRY *) + 2 * sizeof(uint64_t), "nothing but the table")

// Of a table from which entries are removed, besides.
#define HASH_TABLE_REMOVAL(T, ENTRY)                                                               \
    static void T##_close(T *t, ENTRY *e)                                                          \
    {                                                                                              \
        assert(e >= t->slots && e <= t->slots + t->mask && T##_used(e) && t->count > 0);           \
        uint64_t hole = (uint64_t)(e - t->slots);                                                  \
        for (uint64_t at = (hole + 1) & t->mask; T##_used(&t->slots[at]);                          \
             at = (at + 1) & t->mask) {                                                            \
            /* An entry may fill the hole if its home is not between the two. */                   \
            uint64_t home = T##_hash(T##_key(&t->slots[at])) & t->mask;                            \
            if (((at - home) & t->mask) >= ((at - hole) & t->mask)) {                              \
                t->slots[hole] = t->slots[at];                                                     \
                hole = at;                                                                         \
            }                                                                                      \
        }                                                                                          \
        T##_clear(&t->slots[hole]);                                                                \
        t->count--;                                                                                \
    }

#endif
