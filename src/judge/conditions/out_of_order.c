// SPDX-License-Identifier: MIT
// Restriction 1 alone: linearizable for a container that removes a value at most K
// places from the front. A value may be passed over for ever.

#include "judge/relaxed/relaxation.h"

static bool plan(judge_plan *p, error *e)
{
    uint32_t k = p->judge.factor;
    return quasi_plan_relaxed(p, (relaxation){.distance = k, .lateness = RELAXED_ANY}, e);
}

const judge judge_out_of_order = {
    .name = "out-of-order",
    .summary = "a removal skips at most K values",
    .takes = "K",
    .local = true,
    .parse = quasi_parse_number,
    .plan = plan,
};
