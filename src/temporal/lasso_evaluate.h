// SPDX-License-Identifier: MIT
// The oracle: what a formula, or an automaton, says of one infinite word that ends in a loop, by
// definition. It shares nothing with the translation and its reductions, and re-checks the
// counterexamples that a search finds with them.

#ifndef TEMPORAL_LASSO_EVALUATE_H
#define TEMPORAL_LASSO_EVALUATE_H

#include "temporal/automaton/omega_automaton.h"
#include "temporal/formula/ltl_formula.h"

// letters[0 … length - 1], then again and again those from `loop` on. A letter has bit i if atom i
// holds.
typedef struct lasso {
    const uint64_t *letters;
    uint32_t length, loop; // loop < length
} lasso;

bool lasso_satisfies(lasso word, const ltl_pool *pool, ltl f);
bool lasso_accepted(lasso word, const omega_automaton *a);
// Is the formula false of every infinite word that begins like this? True: it is, and the letters tell why, as
// the informative prefixes of Kupferman and Vardi (2001) do. False: it may be so for another reason.
bool prefix_refutes(const uint64_t *letters, uint32_t length, const ltl_pool *pool, ltl f);

#endif
