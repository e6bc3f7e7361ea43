// SPDX-License-Identifier: MIT
// A strategy that writes down what the executions of another one do, for the question in which steps operations take
// effect: see effects/effect_graph.h.

#ifndef EXPLORE_RECORDING_STRATEGY_H
#define EXPLORE_RECORDING_STRATEGY_H

#include "explore/effects/effect_graph.h"
#include "explore/search/strategy.h"

// Depth first, without a reduction; `inner` goes with it.
strategy *recording_strategy_new(strategy *inner, effect_graph *g);
// After a scenario was gone through to its end.
void recording_finish(effect_graph *g);

#endif
