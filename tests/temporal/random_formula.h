// SPDX-License-Identifier: MIT
// Random formulas and random words for the tests of this folder.

#ifndef TESTS_RANDOM_FORMULA_H
#define TESTS_RANDOM_FORMULA_H

#include "base/random.h"
#include "temporal/formula/ltl_parse.h"
#include "temporal/lasso_evaluate.h"

enum { WORD_MAX = 8 };

typedef struct random_word {
    uint64_t letters[WORD_MAX];
    lasso word; // of these letters
} random_word;

// With `size` operators at most. All kinds of operators, or those of one of a few mixtures.
ltl random_formula(rng *r, ltl_pool *pool, uint32_t atoms, uint32_t size);
// Two or three things that happen again and again, always or from some time on, joined: what needs
// marks, and several of them.
ltl random_fairness(rng *r, ltl_pool *pool, uint32_t atoms);
void random_lasso(rng *r, uint32_t atoms, random_word *out);
// Atoms are the letters a … z but those of operators, in this order: p q r s t u v w.
ltl read_formula(ltl_pool *pool, const char *text);
extern const ltl_names letter_names;
extern const char *const letter_texts[];

#endif
