// SPDX-License-Identifier: MIT
// Strings of words to numbers and back, for several threads at once: terms of processes, labels and
// sets of events. Numbers are given from 0 up, though some may be left out; strings never move.
//
// Chains of entries hang from a fixed number of slots. Who does not find a string puts an entry before
// the others of its chain; where somebody else was faster, what was put since is looked at again.

#ifndef MODEL_WORD_TABLE_H
#define MODEL_WORD_TABLE_H

#include <stdatomic.h>
#include <stdint.h>

enum { WORD_TABLE_MOST = 1 << 24, WORD_TABLE_FULL = UINT32_MAX };

typedef struct word_entry {
    struct word_entry *next;
    _Atomic(void *) data, note; // the owner's; they are freed with the table
    uint32_t number, length;
    uint32_t flags, depth; // the owner's, too, from the start
    uint32_t words[];
} word_entry;

typedef struct word_table word_table;

word_table *word_table_new(void);
// `drop` frees what entries hold, data and note; NULL: they hold nothing.
void word_table_free(word_table *t, void (*drop)(void *data));
// The number; WORD_TABLE_FULL: there are too many.
uint32_t word_table_put(word_table *t, const word_entry *like, const uint32_t *words,
                        uint32_t length);
word_entry *word_table_get(const word_table *t, uint32_t number);
uint32_t word_table_count(const word_table *t);

#endif
