// SPDX-License-Identifier: MIT
// Quasi-linearizability to the letter (Definition 4 of Round-Up): some order that
// keeps real time is turned into one that the spec allows by moving no operation
// by more than K places, counted in the whole order or among its set of methods.

#include "judge/relaxed/relaxation.h"

const judge judge_quasi_literal = {
    .name = "quasi-literal",
    .literal = true,
    .summary = "an order that keeps real time, with each operation moved at most K places",
    .takes = "K",
    .local = true,
    .values_matter = true,
    .parse = quasi_parse_sets,
    .plan = quasi_plan_literal,
};
