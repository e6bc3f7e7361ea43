// SPDX-License-Identifier: MIT
// What the files that rewrite formulas share. Operands are rewritten already, and in negation
// normal form; so is the result.

#ifndef TEMPORAL_LTL_REWRITER_H
#define TEMPORAL_LTL_REWRITER_H

#include "temporal/formula/ltl_formula.h"

typedef struct ltl_rewriter {
    ltl_pool *pool;
    uint64_t budget; // once it is used up, nothing is rewritten any more
    ltl *negated;    // by number; LTL_NONE: not yet known
    size_t negated_count, negated_capacity;
} ltl_rewriter;

typedef struct ltl_list {
    ltl *items;
    uint32_t count;
    size_t capacity;
} ltl_list;

// The operands of an n-ary && or ||, in increasing order, none twice; f itself if it is none.
ltl_list rewrite_split(const ltl_rewriter *r, ltl_kind kind, ltl f);
// They are joined again, as they are.
ltl rewrite_join(ltl_rewriter *r, ltl_kind kind, const ltl *items, uint32_t count);
// The operands of f that `keep` accepts go to *kept, the others to *rest: as formulas, or LTL_NONE
// where there are none.
void rewrite_part(ltl_rewriter *r, ltl_kind kind, ltl f,
                  bool (*keep)(ltl_rewriter *r, ltl item, ltl other), ltl other, ltl *kept,
                  ltl *rest);

ltl rewrite_negate(ltl_rewriter *r, ltl f); // the negation normal form of !f
bool rewrite_implies(ltl_rewriter *r, ltl f, ltl g);
// For rewrite_part: the value of such a formula is the same at all times of a word.
bool rewrite_suspendable(ltl_rewriter *r, ltl item, ltl other);

// An operator of any kind, by the rules.
ltl rewrite_make(ltl_rewriter *r, ltl_kind kind, ltl left, ltl right);
ltl rewrite_junction(ltl_rewriter *r, ltl_kind kind, ltl left, ltl right); // && and ||
ltl rewrite_binary(ltl_rewriter *r, ltl_kind kind, ltl left, ltl right);   // U, W, R and M
static inline ltl rewrite_unary(ltl_rewriter *r, ltl_kind kind, ltl f)
{
    return rewrite_make(r, kind, f, LTL_NONE);
}

#endif
