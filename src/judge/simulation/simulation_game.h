// SPDX-License-Identifier: MIT
// A simulation as a game on pairs (Stirling's simulation game). One side takes a step, the other
// answers; a pair is lost if some step has no answer, or none that leads to a pair that is not lost. The
// greatest simulation is what is not lost. It is found on the fly, as Liu and Smolka do for fixed points
// of Boolean equations ("Simple linear-time algorithms for minimal fixed points", ICALP 1998): a step
// stands by its first answer until that one is lost, and only then are the next one and what comes
// after it looked at. So the order in which the rules tell the answers is the order in which they are
// preferred, and in the end every step has the first answer that is not lost, among the pairs that were
// met: a strategy, and its pairs are a simulation. Where pairs, steps and answers come from is nobody's
// business here.
//
//     simulation_game *g = game_new();
//     game_end end = game_play(g, &rules, s, u, limits);
//
// Pairs are met level by level, and what is lost is found after each level, so a game that is lost
// soon ends soon.

#ifndef JUDGE_SIMULATION_GAME_H
#define JUDGE_SIMULATION_GAME_H

#include "base/io/limits.h"

typedef struct simulation_game simulation_game;

typedef struct game_rules {
    void *context;
    // Tells the steps from this pair, by game_step, and after each its answers, by game_answer, the
    // preferred one first. False: it cannot.
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

uint32_t game_met(const simulation_game *g);   // pairs
uint32_t game_first(const simulation_game *g); // the first pair

// Of a pair that is lost: the step that loses it, and where its answers lead. They are lost too, and
// sooner: following them ends.
typedef struct lost_pair {
    uint32_t s, u, tag;
    uint32_t answer_count;
    const uint32_t *answers; // pairs
} lost_pair;
lost_pair game_lost(const simulation_game *g, uint32_t pair);

// Of a game that is won: goes through the pairs that the strategy leads to, the first one first, and tells
// of each its steps with the pairs that answer them. Pairs are numbered from 0, as they are come to. How many there
// are. `tell` may be NULL.
typedef struct won_pair {
    uint32_t number;
    uint32_t s, u;
} won_pair;
typedef void game_tell(void *context, won_pair from, uint32_t tag, won_pair to);
uint32_t game_strategy(const simulation_game *g, game_tell *tell, void *context);

#endif
