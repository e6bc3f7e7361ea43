// SPDX-License-Identifier: MIT
// The states seen so far: vectors of 64-bit words and a number that goes with them,
// each stored once and numbered from 0 up, compressed without loss (Laarman, van de
// Pol and Weber, "Parallel recursive state compression for free", 2011). Words are
// numbered; pairs of numbers are numbered; and so on, until two numbers are left: those
// and the one that goes with them are the state, in 5 to 9 bytes. What states have in
// common is stored once. Where there are few different words, their numbers side by side are the state.
//
//     store_view *v = store_view_new(s);     one for each thread
//     store_enter(v); … store_put(v, words, extra, &fresh) … store_leave(v);
//
// Or several together, which is faster: while one is looked for, the memory of the
// next ones is on its way.
//
//     store_add(v, words, extra) …           at most STORE_BATCH
//     store_settle(v);
//     v->numbers[i], v->fresh[i]             of the one added as number i
//
// Between enter and leave the tables do not move, except inside put and settle.
//
// With `subsumes`, a state is not entered when there is one with the same words and a
// number that subsumes its own; it then has the number of that one.

#ifndef VERIFY_STATE_STORE_H
#define VERIFY_STATE_STORE_H

#include "verify/store/key_table.h"

enum { STORE_BATCH = 32, STORE_KNOWN_BITS = 8 };

typedef struct store store;

// The words of some states, and their trees: the numbers of the words, then of the
// pairs, in the order of the plan.
typedef struct store_rows {
    uint64_t *words;
    uint32_t *trees, extra[STORE_BATCH];
} store_rows;

typedef struct known_word {
    uint64_t word;
    uint32_t number_plus_one; // 0: none
} known_word;

// What one thread works with.
typedef struct store_view {
    store *s;
    void *context;         // of `subsumes`
    store_rows got, added; // `got`: the states from `first` on
    uint32_t first, got_count, added_count;
    const uint64_t *base; // words of the state got last; NULL: none
    const uint32_t *base_tree;
    uint32_t numbers[STORE_BATCH];
    bool fresh[STORE_BATCH];
    known_word known[1 << STORE_KNOWN_BITS]; // numbers of words that were met a short while ago
} store_view;

// `cut`: the two numbers that are left stand for the words before and from there, or 0.
store *store_new(uint32_t words, uint32_t cut, uint32_t threads, table_subsumes subsumes);
void store_free(store *s);
uint32_t store_count(const store *s);
uint64_t store_bytes(const store *s);

store_view *store_view_new(store *s, void *context);
void store_view_free(store_view *v);
void store_enter(store_view *v);
void store_leave(store_view *v);
// None is added at that time.
uint32_t store_put(store_view *v, const uint64_t *words, uint32_t extra, bool *fresh);
void store_add(store_view *v, const uint64_t *words, uint32_t extra);
void store_settle(store_view *v);
// Gives the number that goes with it. What is put or added next is expected to have
// much in common with what was got last.
uint32_t store_get(store_view *v, uint32_t number, uint64_t *words);
// These will be got soon; at most STORE_BATCH.
void store_fetch(store_view *v, uint32_t first, uint32_t count);

#endif
