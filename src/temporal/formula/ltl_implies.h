// SPDX-License-Identifier: MIT
// Does one formula imply another, as far as their shapes show (Somenzi and Bloem, "Efficient Büchi
// automata from LTL formulae", CAV 2000)? Both are in negation normal form: see ltl_rewrite.h.

#ifndef TEMPORAL_LTL_IMPLIES_H
#define TEMPORAL_LTL_IMPLIES_H

#include "temporal/formula/ltl_formula.h"

// True: every word that satisfies f satisfies g. False: that is not seen, or `budget`, from which
// each pair of formulas that is looked at takes one, was used up.
bool ltl_implies(const ltl_pool *pool, ltl f, ltl g, uint64_t *budget);

#endif
