// SPDX-License-Identifier: MIT
// A segment tree whose additions stay at the nodes where they were made, instead of being
// pushed down (Bentley, "Solutions to Klee's rectangle problems", 1977): see range_counts.h.

#include "judge/fast/range_counts.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

static void pull(range_counts *t, size_t i)
{
    int32_t a = t->nodes[2 * i].least, b = t->nodes[2 * i + 1].least;
    t->nodes[i].least = (a < b ? a : b) + t->nodes[i].added;
}

void range_counts_init(range_counts *t, const int32_t *counts, uint32_t places)
{
    t->places = places;
    t->leaves = 1;
    while (t->leaves < places)
        t->leaves *= 2;
    t->nodes = memory_new((size_t)t->leaves * 2, sizeof *t->nodes);
    for (uint32_t i = 0; i < t->leaves; i++)
        t->nodes[t->leaves + i].least = i < places ? counts[i] : RANGE_GONE;
    for (uint32_t i = t->leaves - 1; i > 0; i--)
        pull(t, i);
}

void range_counts_fini(range_counts *t)
{
    free(t->nodes);
}

static void add_at(range_counts *t, uint32_t i, int32_t by)
{
    t->nodes[i].least += by;
    t->nodes[i].added += by;
}

void range_counts_add(range_counts *t, uint32_t from, uint32_t to, int32_t by)
{
    assert(from <= to && to < t->places);
    uint32_t left = from + t->leaves, right = to + t->leaves + 1;
    uint32_t low = left, high = right - 1;
    for (; left < right; left /= 2, right /= 2) {
        if (left & 1)
            add_at(t, left++, by);
        if (right & 1)
            add_at(t, --right, by);
    }
    for (low /= 2, high /= 2; low; low /= 2, high /= 2) {
        pull(t, low);
        if (high != low)
            pull(t, high);
    }
}

uint32_t range_counts_take_least(range_counts *t)
{
    assert(range_counts_least(t) < RANGE_GONE / 2);
    uint32_t i = 1;
    while (i < t->leaves) {
        i *= 2;
        if (t->nodes[i + 1].least < t->nodes[i].least)
            i++;
    }
    uint32_t place = i - t->leaves;
    t->nodes[i].least += RANGE_GONE;
    for (i /= 2; i; i /= 2)
        pull(t, i);
    return place;
}
