// SPDX-License-Identifier: MIT
// Counters over places 0 … n-1: add to a run of them, take out the least. All
// in logarithmic time.

#ifndef JUDGE_RANGE_COUNTS_H
#define JUDGE_RANGE_COUNTS_H

#include <stdint.h>

typedef struct cover_tree {
    uint32_t places, leaves;
    struct cover_node {
        int32_t least; // of the part below, with what was added to it as a whole
        int32_t added; // to all below
    } * nodes;         // 1 is the root, 2i and 2i + 1 are below i
} cover_tree;

enum { COVER_GONE = 1 << 30 };

// With these counts to start with.
void cover_init(cover_tree *t, const int32_t *counts, uint32_t places);
void cover_fini(cover_tree *t);
void cover_add(cover_tree *t, uint32_t from, uint32_t to, int32_t by); // from … to, both included
// At least COVER_GONE / 2: every place was taken out.
static inline int32_t cover_least(const cover_tree *t)
{
    return t->nodes[1].least;
}
// Takes the first place with the least count out.
uint32_t cover_take_least(cover_tree *t);

#endif
