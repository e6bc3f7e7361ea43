// SPDX-License-Identifier: MIT
// Two orders of the same items in which each item has nearly the same place.
//
// An item gets its place in an order at some moment of an interval, so that of two
// items whose intervals do not overlap the earlier one comes first; all else is open.
// Looked for are such orders with
//
//     second - ahead <= first <= second + behind
//
// for the two places of each item.

#ifndef JUDGE_NEAR_ORDERS_H
#define JUDGE_NEAR_ORDERS_H

#include "base/io/limits.h"

#include <stdint.h>

typedef struct interval {
    uint64_t from, to;
} interval;

typedef struct near_orders {
    const interval *first, *second; // of each item
    uint32_t count;
    uint32_t ahead, behind;
    uint64_t budget;                      // items placed before it gives up; 0: any number
    uint32_t *first_place, *second_place; // the answer, from 0 on
} near_orders;

// False: not found. There may be some.
bool near_orders_find(near_orders *n, limits *l);

#endif
