// SPDX-License-Identifier: MIT
// The states seen so far: vectors of 64-bit words, each stored once and
// numbered from 0 up, compressed without loss (Laarman, van de Pol and Weber,
// "Parallel recursive state compression for free", 2011). Blocks of two words are
// numbered; pairs of numbers are numbered; and so on, until two numbers are left:
// those 6 or 8 bytes are the state. What states have in common is stored once.
//
//     store_view *v = store_view_new(s);     one for each thread
//     store_enter(v); … store_put(v, words, &fresh) … store_leave(v);
//
// Between enter and leave the tables do not move, except inside store_put.

#ifndef VERIFY_STORE_H
#define VERIFY_STORE_H

#include "verify/table.h"

enum { STORE_BLOCK = 2 }; // words

typedef struct store store;
typedef struct store_view store_view;

// `cut`: the two numbers that are left stand for the words before and from there;
// a multiple of STORE_BLOCK, or 0.
store *store_new(uint32_t words, uint32_t cut, uint32_t threads);
void store_free(store *s);
uint32_t store_count(const store *s);
uint64_t store_bytes(const store *s);

store_view *store_view_new(store *s);
void store_view_free(store_view *v);
void store_enter(store_view *v);
void store_leave(store_view *v);
uint32_t store_put(store_view *v, const uint64_t *words, bool *fresh);
// What is put next is expected to have much in common with what was got last.
void store_get(store_view *v, uint32_t number, uint64_t *words);
// It will be got soon.
void store_prefetch(const store_view *v, uint32_t number);

#endif
