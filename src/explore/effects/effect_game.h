// SPDX-License-Identifier: MIT
// In which steps do operations take effect? A game (simulation_game.h) on pairs of a node of the graph of all executions
// (effect_graph.h) and one configuration of the spec's atomic object (atomic_object.h): some thread takes a step, and the
// answer says which open operations take effect in it. It is the game that `verify` plays on models
// (verify/points/point_game.h), and its rules are the same:
// - in each step of a thread its operation may take effect, once; `others`: so may those of others, in any order;
// - a return has to be explained: the operation has taken effect with this result. `hindsight`: or, for these kinds of
//   results of these methods, it changes nothing and was right at some moment since the call;
// - `late`: nothing takes effect before a return, but anything may, in any order, just before one.
// What main does while it is alone takes effect at once.
//
// The answer in which least takes effect comes first, but for `eager` places.

#ifndef EXPLORE_EFFECT_GAME_H
#define EXPLORE_EFFECT_GAME_H

#include "explore/effects/effect_graph.h"
#include "judge/simulation/point_answers.h"
#include "judge/simulation/simulation_game.h"

typedef struct effect_rules {
    bool others, late;
    uint32_t hindsight[LP_MAX_METHODS]; // of each method: a bit for each kind of result
    const uint8_t *eager; // of each place, for these kinds of results: a bit each; NULL: nowhere
} effect_rules;

typedef struct effect_game {
    // To be given:
    const effect_graph *graph;
    atomic_object *object; // with looks
    limits *limits;
    effect_rules rules;
    // Found:
    game_end end;
    simulation_game *game;
    // Of the game:
    point_answers answers;
} effect_game;

void effect_game_play(effect_game *g);
void effect_game_fini(effect_game *g); // what was found, not what was given

#endif
