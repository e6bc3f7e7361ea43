// SPDX-License-Identifier: MIT
// In which cells two states differ. A step changes few cells of many: what is known of the state
// before it is carried over to the one after it, but for these.

#ifndef VERIFY_CELL_CHANGES_H
#define VERIFY_CELL_CHANGES_H

#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef struct cell_changes {
    uint32_t count;
    uint32_t *list; // of cells, in their order; room for all of them and one more
} cell_changes;

#ifdef __SSE2__
// Which of four cells are the same: all ones.
static inline __m128i cell_changes_same(const int32_t *a, const int32_t *b)
{
    return _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(const void *)a),
                           _mm_loadu_si128((const __m128i *)(const void *)b));
}
#endif

static inline void cell_changes_find(cell_changes *c, const int32_t *a, const int32_t *b,
                                     uint32_t cells)
{
    uint32_t i = 0, count = 0;
#ifdef __SSE2__
    enum { BLOCK = 16, ALL = (1 << BLOCK) - 1 };
    for (; i + BLOCK <= cells; i += BLOCK) {
        __m128i low = _mm_packs_epi32(cell_changes_same(a + i, b + i),
                                      cell_changes_same(a + i + 4, b + i + 4));
        __m128i high = _mm_packs_epi32(cell_changes_same(a + i + 8, b + i + 8),
                                       cell_changes_same(a + i + 12, b + i + 12));
        uint32_t differ = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) ^ ALL;
        for (; differ; differ &= differ - 1)
            c->list[count++] = i + (uint32_t)__builtin_ctz(differ);
    }
    for (; i + 4 <= cells; i += 4) {
        __m128 same = _mm_castsi128_ps(cell_changes_same(a + i, b + i));
        for (uint32_t differ = (uint32_t)_mm_movemask_ps(same) ^ 0xF; differ; differ &= differ - 1)
            c->list[count++] = i + (uint32_t)__builtin_ctz(differ);
    }
#endif
    for (; i < cells; i++) {
        c->list[count] = i; // there is room for one more
        count += a[i] != b[i];
    }
    c->count = count;
}

#endif
