// SPDX-License-Identifier: MIT
// Why no strategy says in which steps operations take effect: for each way to decide, an execution in which it was
// wrong. They share what comes before the decision, and each can be replayed.

#ifndef EXPLORE_EFFECT_REFUSAL_H
#define EXPLORE_EFFECT_REFUSAL_H

#include "explore/effects/effect_game.h"

void effect_refusal_print(const effect_game *g, lp_verdict *v, text *out); // of a game that is lost

#endif
