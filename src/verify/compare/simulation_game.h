// SPDX-License-Identifier: MIT
// The greatest simulation as a game on pairs (Stirling's simulation game; the fixed point is that of
// Kanellakis and Smolka, backwards from what is lost). One side takes a step, the other answers; a
// pair is lost if some step has no answer, or none that leads to a pair that is not lost. What is
// not lost is the greatest simulation among the pairs that were met. Where pairs, steps and answers
// come from is nobody's business here.
//
//     simulation_game *g = game_new();
//     game_end end = game_play(g, &rules, s, u, limits);
//
// Pairs are met level by level, and what is lost is found after each level, so a game that is lost
// soon ends soon.

#ifndef VERIFY_SIMULATION_GAME_H
#define VERIFY_SIMULATION_GAME_H

#include "base/io/limits.h"

typedef struct simulation_game simulation_game;

typedef struct game_rules {
    void *context;
    // Tells the steps from this pair, by game_step, and after each its answers, by game_answer.
    // False: it cannot.
    bool (*expand)(void *context, simulation_game *g, uint32_t s, uint32_t u);
} game_rules;

typedef enum game_end {
    GAME_WON,     // the first pair is in the greatest simulation
    GAME_LOST,    // it is in none
    GAME_STOPPED, // by a limit, or the rules
} game_end;

simulation_game *game_new(void);
void game_free(simulation_game *g);
game_end game_play(simulation_game *g, const game_rules *r, uint32_t s, uint32_t u, limits *l);
void game_step(simulation_game *g, uint32_t tag);
void game_answer(simulation_game *g, uint32_t s, uint32_t u);

uint32_t game_met(const simulation_game *g);  // pairs
uint32_t game_kept(const simulation_game *g); // of them, those that are not lost

// Of a pair that is lost: the step that loses it, and where its answers lead. They are lost too, and
// sooner: following them ends.
typedef struct lost_pair {
    uint32_t s, u, tag;
    uint32_t answer_count;
    const uint32_t *answers; // pairs
} lost_pair;
uint32_t game_first(const simulation_game *g); // the first pair
lost_pair game_lost(const simulation_game *g, uint32_t pair);

#endif
