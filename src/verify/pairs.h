// SPDX-License-Identifier: MIT
// Pairs of an object state and an observer state, pruned: a pair is dropped when
// one was seen with the same object state and an observer state that allows no
// more. What the dropped one could do wrong, the other one does wrong too (De
// Wulf, Doyen, Henzinger and Raskin, "Antichains", 2006). Pairs are entered when
// they are discovered and never taken out, so every one entered is expanded.

#ifndef VERIFY_PAIRS_H
#define VERIFY_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pairs pairs;
// Does `less` allow no more than `more`?
typedef bool (*pairs_covers)(void *context, uint32_t less, uint32_t more);

pairs *pairs_new(void);
void pairs_free(pairs *p);
// False: dropped.
bool pairs_put(pairs *p, uint32_t object, uint32_t observed, pairs_covers covers, void *context);
uint32_t pairs_count(const pairs *p);
void pairs_get(const pairs *p, uint32_t number, uint32_t *object, uint32_t *observed);
uint64_t pairs_bytes(const pairs *p);

#endif
