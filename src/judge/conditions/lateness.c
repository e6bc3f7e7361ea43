// SPDX-License-Identifier: MIT
// Restriction 2 alone: linearizable for a container that passes over no value more
// than K times, however far from the front it removes.

#include "judge/relaxed/relaxation.h"

static bool plan(judge_plan *p, error *e)
{
    uint32_t k = p->judge.factor;
    return quasi_plan_relaxed(p, (relaxation){.distance = RELAXED_ANY, .lateness = k}, e);
}

const judge judge_lateness = {
    .name = "lateness",
    .summary = "a value is skipped at most K times",
    .takes = "K",
    .local = true,
    .parse = quasi_parse_number,
    .plan = plan,
};
