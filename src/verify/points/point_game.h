// SPDX-License-Identifier: MIT
// In which steps do operations take effect? A game (simulation_game.h) on pairs of a state of the object and one
// configuration of its spec's atomic object (atomic_object.h): the object takes a step, and the answer says
// which open operations take effect in it. Whoever wins always knows, without looking into the future, when
// operations take effect. What an answer may be:
// - in a call and in each step between calls and returns, the operation of the thread that takes it may take
//   effect, once; `others`: so may those of others, in any order. Not in a return: no mark stands there.
// - a return has to be explained: the operation has taken effect with this result. `hindsight`: or, for these kinds of
//   results of these methods, it changes nothing and was right at some moment since the call.
//
// `late`: nothing takes effect before a return, but anything may, in any order, just before one. That is the most that
// can be allowed, for whoever wins otherwise wins so: what takes effect earlier can be put off until a return needs it
// (see answering.h), and hindsight has the more moments to choose from, the longer it is put off.
//
// The answer in which least takes effect comes first, so that the strategy that is found is the latest: nothing
// takes effect before it has to. What has to at one place may have to or not at another time, for example because all
// other threads are done for good: `eager` says at which places the operation takes effect at once if it may. So marks
// become fixed: see inferred_points.h.

#ifndef VERIFY_POINT_GAME_H
#define VERIFY_POINT_GAME_H

#include "judge/simulation/point_answers.h"
#include "judge/simulation/simulation_game.h"
#include "verify/points/operation_steps.h"

// The kinds of results of a method: a bit each.
typedef struct point_rules {
    bool others, late;
    uint32_t hindsight[MODEL_MAX_METHODS]; // of each method
    const bool *eager;                     // of each place; NULL: nowhere
    uint32_t eager_count;
} point_rules;

typedef struct point_game {
    // To be given:
    step_graph *graph; // with the labels of `steps`
    operation_steps *steps;
    atomic_object *object; // with looks
    limits *limits;
    point_rules rules;
    // Found:
    game_end end;
    simulation_game *game;
    // Of the game:
    point_answers answers;
} point_game;

void point_game_play(point_game *g);
void point_game_fini(point_game *g); // what was found, not what was given

#endif
