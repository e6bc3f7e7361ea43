// SPDX-License-Identifier: MIT
// Normal forms of formulas. Both have negations of atoms only, and neither -> nor <->; they share
// their parts, so they are at most twice as large as the formula, as long as its text may become.

#ifndef TEMPORAL_LTL_REWRITE_H
#define TEMPORAL_LTL_REWRITE_H

#include "temporal/formula/ltl_formula.h"

ltl ltl_negation_normal(ltl_pool *pool, ltl f);
// The same, and rewritten to what is smaller or easier to translate. Where a formula is so large
// that this takes too long, parts of it are not rewritten. f is not deeper than LTL_MAX_DEPTH.
ltl ltl_simplify(ltl_pool *pool, ltl f);

// Classes that the shape of a formula shows. A safety formula is refuted by a finite prefix, a
// guarantee formula confirmed by one (Sistla, 1994); a formula without X cannot tell words apart
// that differ in how often a letter is repeated (Lamport, 1983).
bool ltl_is_safety(ltl_pool *pool, ltl f);
bool ltl_is_guarantee(ltl_pool *pool, ltl f);
bool ltl_is_stutter_invariant(const ltl_pool *pool, ltl f);

#endif
