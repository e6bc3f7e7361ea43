// SPDX-License-Identifier: MIT
// Stabbing queries: of windows sorted by their starts, which contain a place? Each is
// reported once and then removed.

#ifndef JUDGE_INTERVAL_STABBING_H
#define JUDGE_INTERVAL_STABBING_H

#include <stdint.h>

enum { INTERVAL_NONE = UINT32_MAX };

typedef struct interval_stabbing {
    uint32_t count, leaves;
    uint32_t *most; // latest end below each node, plus one; 0: none left
} interval_stabbing;

// ends[i]: the last place in window i.
void interval_stabbing_init(interval_stabbing *s, const uint32_t *ends, uint32_t count);
void interval_stabbing_fini(interval_stabbing *s);
// Takes out the first of the windows from … to-1 that ends at `place` or later.
// The caller knows that they start there or earlier.
uint32_t interval_stabbing_take(interval_stabbing *s, uint32_t from, uint32_t to, uint32_t place);

#endif
