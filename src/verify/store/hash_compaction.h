// SPDX-License-Identifier: MIT
// The states seen so far, by 56 bits of their hashes alone (hash compaction; Stern
// and Dill, "Improved probabilistic verification by hash compaction", 1995). Two
// states with the same hash are taken for one, so some may be left out: about
// n² / 2^57 of n states. An entry takes 6 bytes and a little air.

#ifndef VERIFY_HASH_COMPACTION_H
#define VERIFY_HASH_COMPACTION_H

#include <stdbool.h>
#include <stdint.h>

enum { COMPACT_BITS = 56 };

typedef struct compact compact;

compact *compact_new(void);
void compact_free(compact *c);
// False: seen before.
bool compact_put(compact *c, const uint64_t *words, uint32_t count, uint32_t extra);
uint32_t compact_count(const compact *c);
uint64_t compact_bytes(const compact *c);
double compact_missed(const compact *c); // states left out, to be expected

#endif
