// SPDX-License-Identifier: MIT
// What the files of run_claim.h share.

#ifndef VERIFY_RUN_CLAIM_PARTS_H
#define VERIFY_RUN_CLAIM_PARTS_H

#include "verify/temporal/fair_share.h"
#include "verify/temporal/named_labels.h"
#include "verify/temporal/run_claim.h"

struct run_claim {
    const transition_system *s;
    const instance *v;
    fair_share *share;
    ltl_pool *pool;
    ltl *formulas;
    uint32_t *assigned; // of each formula: the place of each variable's value in its domain
    uint32_t count;
    size_t formula_capacity, assigned_capacity;
    domain *domains; // of each variable
    named_step steps[LTL_MAX_ATOMS];
    uint32_t step_count, condition_count;
    uint64_t premises; // atoms on the left of ->
    uint64_t *offered; // by offer and component: the steps that it is
    // Of a process: there the atoms that are steps are numbered for each formula by itself, those of the
    // one that is looked at.
    named_labels *labels;
    uint32_t learnt;                // labels of the graph whose values are known
    const variable_values *lacking; // a condition has no copy for a value of it; NULL: each has
};

// The atom of a step.
static inline uint64_t bit_of(const run_claim *c, uint32_t step)
{
    return (uint64_t)1 << (c->condition_count + step);
}

// The condition with these values, as an atom. LTL_MAX_ATOMS: there is none, and `lacking` says why.
uint32_t filled_condition(run_claim *c, const temporal_formula *f, const uint32_t *assigned);

#endif
