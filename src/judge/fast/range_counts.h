// SPDX-License-Identifier: MIT
// Counters over places 0 … n-1: add to a run of them, take out the least. All
// in logarithmic time.

#ifndef JUDGE_RANGE_COUNTS_H
#define JUDGE_RANGE_COUNTS_H

#include <stdint.h>

typedef struct range_counts {
    uint32_t places, leaves;
    struct range_node {
        int32_t least; // of the part below, with what was added to it as a whole
        int32_t added; // to all below
    } * nodes;         // 1 is the root, 2i and 2i + 1 are below i
} range_counts;

enum { RANGE_GONE = 1 << 30 };

// With these counts to start with.
void range_counts_init(range_counts *t, const int32_t *counts, uint32_t places);
void range_counts_fini(range_counts *t);
void range_counts_add(range_counts *t, uint32_t from, uint32_t to,
                      int32_t by); // from … to, both included
// At least RANGE_GONE / 2: every place was taken out.
static inline int32_t range_counts_least(const range_counts *t)
{
    return t->nodes[1].least;
}
// Takes the first place with the least count out.
uint32_t range_counts_take_least(range_counts *t);

#endif
