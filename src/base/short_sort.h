// SPDX-License-Identifier: MIT
// Sorting of what is mostly a few items, typed by a macro: those by insertion, more by the library's sort.
//
//     static bool edge_before(const edge *x, const edge *y);
//     SHORT_SORT(edges_sort, edge, edge_before)    // static void edges_sort(edge *items, size_t count)

#ifndef BASE_SHORT_SORT_H
#define BASE_SHORT_SORT_H

#include <stdlib.h>

enum { SHORT_SORT_FEW = 16 };

#define SHORT_SORT(NAME, ITEM, BEFORE)                                                             \
    static int NAME##_order(const void *a, const void *b)                                          \
    {                                                                                              \
        return BEFORE(a, b) ? -1 : BEFORE(b, a);                                                   \
    }                                                                                              \
    static void NAME(ITEM *items, size_t count)                                                    \
    {                                                                                              \
        if (count > SHORT_SORT_FEW) {                                                              \
            qsort(items, count, sizeof *items, NAME##_order);                                      \
            return;                                                                                \
        }                                                                                          \
        for (size_t i = 1; i < count; i++) {                                                       \
            ITEM item = items[i];                                                                  \
            size_t k = i;                                                                          \
            for (; k > 0 && BEFORE(&item, &items[k - 1]); k--)                                     \
                items[k] = items[k - 1];                                                           \
            items[k] = item;                                                                       \
        }                                                                                          \
    }

#endif
