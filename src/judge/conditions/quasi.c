// SPDX-License-Identifier: MIT
// Quasi-linearizability (Afek, Korland and Yanovsky, 2010) as Round-Up's
// experiments use it: for queue, stack and priority queue strict-out-of-order; for
// other specs, and with factors for sets of methods, the definition to the letter.

#include "judge/relaxed/relaxation.h"

static bool plan(judge_plan *p, error *e)
{
    if (p->judge.by_method || !relaxed_spec_fits(p->spec))
        return quasi_plan_literal(p, e);
    uint32_t k = p->judge.factor;
    return quasi_plan_relaxed(p, (relaxation){.distance = k, .lateness = k}, e);
}

const judge judge_quasi = {
    .name = "quasi",
    .summary = "out of order by at most K: strict-out-of-order, or else quasi-literal",
    .takes = "K",
    .local = true,
    .values_matter = true,
    .parse = quasi_parse_sets,
    .plan = plan,
};
