// SPDX-License-Identifier: MIT
// Small numbers for the values of a history, from 0 up. Integers that lie close
// together, as most test programs make them, are numbered by subtraction.

#ifndef JUDGE_VALUE_NUMBERS_H
#define JUDGE_VALUE_NUMBERS_H

#include "base/hash_table.h"

#include <linchpin/value.h>

enum { VALUE_NONE = UINT32_MAX };

typedef struct value_slot {
    lp_value value;
    uint32_t number_plus_one; // 0: the slot is free
} value_slot;

HASH_TABLE_TYPE(value_table, value_slot);

typedef struct value_numbers {
    int64_t low;
    uint32_t range; // close integers: their number; else 0
    value_table table;
} value_numbers;

// For up to `count` values among which all integers lie in low … high.
// `all_integers`: nothing else will be added.
void value_numbers_init(value_numbers *t, uint32_t count, bool all_integers, int64_t low,
                        int64_t high);
void value_numbers_fini(value_numbers *t);
uint32_t value_number_add(value_numbers *t, lp_value v);
uint32_t value_number_find(const value_numbers *t, lp_value v); // VALUE_NONE: not added
uint32_t value_numbers_most(const value_numbers *t);            // all numbers are below

#endif
