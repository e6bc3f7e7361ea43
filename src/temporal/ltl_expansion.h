// SPDX-License-Identifier: MIT
// The alternatives of each subformula of a formula in negation normal form: see ltl_translate.c.
// Subformulas that can be asked of the rest of a word are elements of sets, and have numbers.

#ifndef TEMPORAL_LTL_EXPANSION_H
#define TEMPORAL_LTL_EXPANSION_H

#include "base/error.h"
#include "temporal/formula/ltl_formula.h"
#include "temporal/ltl_terms.h"

typedef struct ltl_expansion ltl_expansion;

// NULL: it is too large.
ltl_expansion *expansion_new(const ltl_pool *pool, ltl f, term_limits *limits, error *e);
void expansion_free(ltl_expansion *x);
uint32_t expansion_mark_count(const ltl_expansion *x);
const ltl_terms *expansion_of(const ltl_expansion *x, ltl subformula);
const ltl_terms *expansion_of_element(const ltl_expansion *x, uint32_t element);

#endif
