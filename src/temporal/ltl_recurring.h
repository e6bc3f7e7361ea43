// SPDX-License-Identifier: MIT
// What a formula asks to happen again and again: its conjuncts `[] <> b`, where b is about one letter. Taken together
// they would double the edges of an automaton each, by whether b is put off; left to the letters, they cost nothing.

#ifndef TEMPORAL_LTL_RECURRING_H
#define TEMPORAL_LTL_RECURRING_H

#include "temporal/formula/ltl_formula.h"

enum { LTL_MOST_RECURRING = 60 }; // the rest have marks

typedef struct ltl_recurring {
    uint32_t count;
    ltl of[LTL_MOST_RECURRING]; // the formulas b
} ltl_recurring;

// f, in negation normal form, is what is returned and `[] <> b` of all that are taken.
ltl recurring_take(ltl_pool *pool, ltl f, ltl_recurring *taken);

#endif
