// SPDX-License-Identifier: MIT
// The strategy of a game that is won, as a graph of its pairs: which answer is given to which step.

#ifndef EXPLORE_EFFECT_STRATEGY_H
#define EXPLORE_EFFECT_STRATEGY_H

#include "explore/effects/effect_game.h"

typedef struct strategy_edge {
    uint32_t from, to;      // pairs, as game_strategy numbers them: the first one is 0
    uint32_t before, after; // their configurations
    uint32_t label;
} strategy_edge;

typedef struct effect_strategy {
    effect_game *game;
    strategy_edge *edges; // in the order of the pairs that they begin in
    size_t count, capacity;
    size_t *first; // of each pair, and behind the last
} effect_strategy;

void effect_strategy_init(effect_strategy *s, effect_game *game);
void effect_strategy_fini(effect_strategy *s);

#endif
