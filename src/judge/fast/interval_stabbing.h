// SPDX-License-Identifier: MIT
// Windows from a start to an end, sorted by their starts: which of them contain
// a place? Each is asked for until it is found once.

#ifndef JUDGE_INTERVAL_STABBING_H
#define JUDGE_INTERVAL_STABBING_H

#include <stdint.h>

enum { STAB_NONE = UINT32_MAX };

typedef struct stabs {
    uint32_t count, leaves;
    uint32_t *most; // latest end below each node, plus one; 0: none left
} stabs;

// ends[i]: the last place in window i.
void stabs_init(stabs *s, const uint32_t *ends, uint32_t count);
void stabs_fini(stabs *s);
// Takes out the first of the windows from … to-1 that ends at `place` or later.
// The caller knows that they start there or earlier.
uint32_t stabs_take(stabs *s, uint32_t from, uint32_t to, uint32_t place);

#endif
