// SPDX-License-Identifier: MIT
// Restrictions 1 and 2 of Round-Up, section V: linearizable for a container that
// removes a value at most K places from the front, and passes over none more than
// K times.

#include "judge/relaxed/relaxation.h"

static bool plan(judge_plan *p, error *e)
{
    uint32_t k = p->judge.factor;
    return quasi_plan_relaxed(p, (relaxation){.distance = k, .lateness = k}, e);
}

const judge judge_strict_out_of_order = {
    .name = "strict-out-of-order",
    .summary = "a removal skips at most K values, and a value is skipped at most K times",
    .takes = "K",
    .local = true,
    .parse = quasi_parse_number,
    .plan = plan,
};
