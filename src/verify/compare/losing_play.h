// SPDX-License-Identifier: MIT
// How a simulation game is lost, in words: the steps of one side and, where there is a choice, each
// answer of the other, until there is none.

#ifndef VERIFY_LOSING_PLAY_H
#define VERIFY_LOSING_PLAY_H

#include "judge/simulation/simulation_game.h"
#include "verify/compare/answering.h"

typedef struct losing_play {
    const simulation_game *game;
    step_graph *graph; // of the side that takes steps; a tag is the number of an edge
    const answering *other;
    const char *name, *other_name;
} losing_play;

// Every step of it, made once more by the interpreter, of whatever is answered. False: one is not as it was.
bool losing_play_confirm(const losing_play *p);
bool losing_play_fault(error *e); // then: false, with the error
void losing_play_print(const losing_play *p, text *out);

#endif
