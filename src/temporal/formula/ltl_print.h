// SPDX-License-Identifier: MIT
// Formulas as text, with no more parentheses than ltl_parse.h needs to read the same formula again.

#ifndef TEMPORAL_LTL_PRINT_H
#define TEMPORAL_LTL_PRINT_H

#include "base/text.h"
#include "temporal/formula/ltl_formula.h"

// `names` has a name for each atom that occurs; NULL: p0, p1, … A formula shares its parts, its text
// cannot: after LTL_MAX_TEXT bytes it ends in "…".
void ltl_print(const ltl_pool *pool, ltl f, const char *const *names, text *out);

#endif
