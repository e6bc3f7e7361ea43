// SPDX-License-Identifier: MIT
// --infer-points: what is said of the steps in which operations take effect.

#ifndef EXPLORE_EFFECT_REPORT_H
#define EXPLORE_EFFECT_REPORT_H

#include "base/error.h"
#include "base/io/limits.h"
#include "explore/effects/effect_graph.h"
#include "judge/evidence/verdict.h"

// May it be asked about this spec?
bool effects_may_be_found(const lp_spec *spec, error *e);
// Of a verdict that holds, when all executions were written down: decides it anew.
bool effects_report(effect_graph *g, limits *l, lp_verdict *v, error *e);

#endif
