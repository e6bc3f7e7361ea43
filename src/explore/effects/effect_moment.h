// SPDX-License-Identifier: MIT
// An operation that is explained by hindsight: is there a step of its own after which it was always right, when it
// took that step last? As verify/points/hindsight_moment.h does for models.

#ifndef EXPLORE_EFFECT_MOMENT_H
#define EXPLORE_EFFECT_MOMENT_H

#include "explore/effects/effect_strategy.h"

// Where such a step is, the last one in the code; NULL: there is none, or a limit was reached.
const void *effect_moment(const effect_strategy *s, uint32_t method, effect_kind kind);

#endif
