// SPDX-License-Identifier: MIT
// Linearization points of C code: of the games of effect_game.h the first that is won is taken, of which the simplest is
// tried first, as for models (verify/points/inferred_points.h): own steps; own steps and hindsight; also steps of other
// threads; both; and what is allowed most. Of hindsight only as much is kept as is needed, and
// strategies are made as simple as they can be: where the operation has to take effect at some time, it always does.

#ifndef EXPLORE_EFFECT_SEARCH_H
#define EXPLORE_EFFECT_SEARCH_H

#include "explore/effects/effect_game.h"

// What happens at a place, in all pairs of the strategy.
typedef struct effect_use {
    uint32_t effects; // the thread's own operation takes effect
    uint32_t kinds;   // with results of these kinds, a bit each
    uint32_t passes;  // it is open, has not taken effect, and does not here
} effect_use;

// In a step at this place another thread's operation takes effect.
typedef struct effect_help {
    uint32_t place;
    uint32_t method; // of the other thread
    uint32_t kinds;  // as above
} effect_help;

// How operations of a method that bring a kind of result end.
typedef struct effect_result {
    uint32_t effects; // they had taken effect
    uint32_t looks;   // they are explained by hindsight
} effect_result;

typedef struct effect_search {
    effect_game game; // the one that decides: won with the strategy that is told of, or lost
    effect_use *uses; // of each place
    uint32_t use_count;
    effect_help *helps;
    size_t help_count, help_capacity;
    effect_result results[LP_MAX_METHODS][EFFECT_KINDS];
    uint32_t pairs; // of the strategy
} effect_search;

// What is given of a game: graph, object, limits.
void effect_search_find(effect_search *p, const effect_game *given);
void effect_search_fini(effect_search *p);

#endif
