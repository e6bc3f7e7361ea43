// SPDX-License-Identifier: MIT
// What a formula asks of a word now and later, as alternatives (a disjunction of terms): the letter
// that is read, what the rest of the word has to satisfy, and what is put off.

#ifndef TEMPORAL_LTL_TERMS_H
#define TEMPORAL_LTL_TERMS_H

#include "temporal/automaton/letter_cube.h"

#include <stddef.h>

enum { TERM_WORDS = 4, TERM_MAX_ELEMENTS = 64 * TERM_WORDS };

typedef struct ltl_term {
    letter_cube cube;
    uint64_t promises;         // what is put off, by its mark
    uint64_t next[TERM_WORDS]; // formulas of which each has to hold from the next letter on
} ltl_term;

// No term is another one with less: fewer letters, more of the next and more promises.
typedef struct ltl_terms {
    ltl_term *items;
    uint32_t count;
    size_t capacity;
} ltl_terms;

// Once a limit is reached, the terms that are made are not all.
typedef struct term_limits {
    uint64_t steps; // left: comparisons
    uint32_t most;  // terms of one formula
    bool reached;
} term_limits;

void terms_fini(ltl_terms *t);
void terms_add(ltl_terms *t, ltl_term item, term_limits *l);
void terms_add_all(ltl_terms *t, const ltl_terms *other, term_limits *l); // t || other
// Each of the one with each of the other: a && b.
ltl_terms terms_product(const ltl_terms *a, const ltl_terms *b, term_limits *l);
void terms_sort(ltl_terms *t); // equal disjunctions become equal arrays

#endif
