// SPDX-License-Identifier: MIT
// How a simulation game is lost, in words: the steps of one side, a line each, and, where there is a
// choice, each answer of the other, farther in, until there is none. What a step or an answer is,
// its teller knows:
//
//     lost_play p = {.game = g, .most_lines = 60, .context = …, .step = …, .answer = …, .no_answer = …, .out = out};
//     lost_play_tell(&p);

#ifndef JUDGE_LOST_PLAY_H
#define JUDGE_LOST_PLAY_H

#include "base/text.h"
#include "judge/simulation/simulation_game.h"

typedef struct lost_play lost_play;

struct lost_play {
    const simulation_game *game;
    uint32_t most_lines; // then "…"
    void *context;
    // The step from this pair, on a line of its own. False: it is not worth a line, and has no number.
    bool (*step)(lost_play *p, const lost_pair *l, uint32_t number, uint32_t depth);
    // What is answered, on the line that was begun: number `i` of `count`, which leads to `u`.
    void (*answer)(lost_play *p, uint32_t i, uint32_t count, uint32_t u);
    void (*no_answer)(lost_play *p, uint32_t u, uint32_t depth); // on lines of its own
    uint32_t *count; // of the teller: each answer finds it as the one before did; may be NULL
    text *out;
    uint32_t lines; // that were begun
};

// From the first pair on, after what is there.
void lost_play_tell(lost_play *p);
// A new line for what is so deep. False: there are enough.
bool lost_play_line(lost_play *p, uint32_t depth);

#endif
