// SPDX-License-Identifier: MIT
// See walk_statistics.h.

#include "verify/walk/walk_statistics.h"

#include "base/memory.h"

#include <stdlib.h>

enum { EXACT_BITS = 10, OCTAVE_BITS = 9 };

// The first 9 bits of a depth, and how many there are behind them.
static uint32_t class_of(uint64_t depth)
{
    if (depth < DEPTH_EXACT)
        return (uint32_t)depth;
    uint32_t octave = 63 - (uint32_t)__builtin_clzll(depth);
    uint64_t first = depth >> (octave - OCTAVE_BITS) & (DEPTH_OCTAVE - 1);
    return DEPTH_EXACT + (octave - EXACT_BITS) * DEPTH_OCTAVE + (uint32_t)first;
}

static uint64_t depth_of(uint32_t class)
{
    if (class < DEPTH_EXACT)
        return class;
    uint32_t octave = (class - DEPTH_EXACT) / DEPTH_OCTAVE + EXACT_BITS;
    uint64_t first = (class - DEPTH_EXACT) % DEPTH_OCTAVE;
    return 1ull << octave | first << (octave - OCTAVE_BITS);
}

walk_statistics *walk_statistics_new(uint32_t method_count)
{
    walk_statistics *w = memory_new(1, sizeof *w);
    w->method_count = method_count;
    w->all.taken = memory_new(method_count + 1, sizeof *w->all.taken);
    return w;
}

void walk_statistics_free(walk_statistics *w)
{
    if (w)
        free(w->all.taken);
    free(w);
}

void extremes_merge(uint64_t *reached, int64_t *extremes, uint64_t here, const int64_t *ranks)
{
    for (uint64_t left = here; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        if (!(*reached >> i & 1) || ranks[i] < extremes[i])
            extremes[i] = ranks[i];
    }
    *reached |= here;
}

void walk_statistics_add(walk_statistics *w, const walk_cover *one)
{
    w->walks++;
    w->ended += one->ended;
    w->deepest = one->steps > w->deepest ? one->steps : w->deepest;
    w->depths[class_of(one->steps)]++;
    w->all.steps += one->steps;
    extremes_merge(&w->all.reached, w->all.extremes, one->reached, one->extremes);
    for (uint32_t i = 0; i < w->method_count; i++)
        w->all.taken[i] += one->taken[i];
    sketch_merge(&w->all.states, &one->states);
}

uint64_t walk_statistics_depth(const walk_statistics *w, uint32_t percent)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < DEPTH_CLASSES; i++) {
        seen += w->depths[i];
        if (seen && seen * 100 >= w->walks * percent)
            return depth_of(i);
    }
    return 0;
}

uint64_t walk_statistics_between(const walk_statistics *w, uint64_t from, uint64_t to)
{
    uint64_t walks = 0;
    for (uint32_t i = 0; i < DEPTH_CLASSES && depth_of(i) <= to; i++)
        walks += depth_of(i) >= from ? w->depths[i] : 0;
    return walks;
}
