// SPDX-License-Identifier: MIT
// See simulation_game.h.

#include "verify/compare/simulation_game.h"

#include "base/intern.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { NOBODY = UINT32_MAX, LOOK_EVERY = 256 };

typedef struct game_pair {
    uint32_t lost_by;  // the step, or NOBODY: not lost
    uint32_t asked_by; // the last of the answers that lead here, or NOBODY
} game_pair;

typedef struct asked_step {
    uint32_t pair, tag;
    uint32_t from, count; // its answers
    uint32_t left;        // of them, those that are not lost
} asked_step;

// That an answer leads to a pair: the step that it answers, and the one before that leads there.
typedef struct leading {
    uint32_t step, before;
} leading;

struct simulation_game {
    intern *numbers; // (s, u)
    game_pair *pairs;
    size_t pair_capacity;
    asked_step *steps;
    size_t step_count, step_capacity;
    uint32_t *answers; // pairs
    leading *leading;
    size_t answer_count, answer_capacity, leading_capacity;
    uint32_t current; // the pair that is expanded
    uint32_t *lost;   // in the order in which they are
    size_t lost_count, lost_done, lost_capacity;
};

simulation_game *game_new(void)
{
    simulation_game *g = memory_new(1, sizeof *g);
    g->numbers = intern_new();
    return g;
}

void game_free(simulation_game *g)
{
    if (!g)
        return;
    intern_free(g->numbers);
    free(g->pairs);
    free(g->steps);
    free(g->answers);
    free(g->leading);
    free(g->lost);
    free(g);
}

static uint32_t pair_number(simulation_game *g, uint32_t s, uint32_t u)
{
    const uint32_t key[] = {s, u};
    bool fresh;
    uint32_t number = intern_add_fresh(g->numbers, key, sizeof key, &fresh);
    MEMORY_GROW(g->pairs, g->pair_capacity, (size_t)number + 1);
    if (fresh)
        g->pairs[number] = (game_pair){NOBODY, NOBODY};
    return number;
}

void game_step(simulation_game *g, uint32_t tag)
{
    MEMORY_GROW(g->steps, g->step_capacity, g->step_count + 1);
    g->steps[g->step_count++] =
        (asked_step){.pair = g->current, .tag = tag, .from = (uint32_t)g->answer_count};
}

void game_answer(simulation_game *g, uint32_t s, uint32_t u)
{
    uint32_t pair = pair_number(g, s, u), step = (uint32_t)g->step_count - 1;
    MEMORY_GROW(g->answers, g->answer_capacity, g->answer_count + 1);
    MEMORY_GROW(g->leading, g->leading_capacity, g->answer_count + 1);
    uint32_t number = (uint32_t)g->answer_count++;
    g->answers[number] = pair;
    g->steps[step].count++;
    // Whoever is lost already has nobody to tell of it any more.
    if (g->pairs[pair].lost_by != NOBODY)
        return;
    g->leading[number] = (leading){step, g->pairs[pair].asked_by};
    g->pairs[pair].asked_by = number;
    g->steps[step].left++;
}

static void lose(simulation_game *g, uint32_t pair, uint32_t step)
{
    if (g->pairs[pair].lost_by != NOBODY)
        return;
    g->pairs[pair].lost_by = step;
    MEMORY_GROW(g->lost, g->lost_capacity, g->lost_count + 1);
    g->lost[g->lost_count++] = pair;
}

// What is lost because something else is.
static void propagate(simulation_game *g)
{
    while (g->lost_done < g->lost_count) {
        uint32_t at = g->pairs[g->lost[g->lost_done++]].asked_by;
        for (; at != NOBODY; at = g->leading[at].before) {
            asked_step *x = &g->steps[g->leading[at].step];
            assert(x->left);
            if (--x->left == 0)
                lose(g, x->pair, g->leading[at].step);
        }
    }
}

static bool expand(simulation_game *g, const game_rules *r, uint32_t pair)
{
    const uint32_t *key = intern_get(g->numbers, pair, NULL);
    size_t first = g->step_count;
    g->current = pair;
    if (!r->expand(r->context, g, key[0], key[1]))
        return false;
    for (size_t i = first; i < g->step_count; i++)
        if (g->steps[i].left == 0)
            lose(g, pair, (uint32_t)i);
    return true;
}

game_end game_play(simulation_game *g, const game_rules *r, uint32_t s, uint32_t u, limits *l)
{
    uint32_t first = pair_number(g, s, u);
    for (uint32_t from = 0, to = 1; from < to; from = to, to = intern_count(g->numbers)) {
        for (uint32_t i = from; i < to; i++) {
            if (i % LOOK_EVERY == 0 && l && limits_reached(l))
                return GAME_STOPPED;
            if (l && i % LOOK_EVERY == 0 && limits_progress_due(l))
                limits_progress(l, "%u pairs, %u to do", intern_count(g->numbers),
                                intern_count(g->numbers) - i);
            if (!expand(g, r, i))
                return GAME_STOPPED;
        }
        propagate(g);
        if (g->pairs[first].lost_by != NOBODY)
            return GAME_LOST;
    }
    return GAME_WON;
}

uint32_t game_met(const simulation_game *g)
{
    return intern_count(g->numbers);
}

uint32_t game_kept(const simulation_game *g)
{
    return intern_count(g->numbers) - (uint32_t)g->lost_count;
}

uint32_t game_first(const simulation_game *g)
{
    (void)g;
    return 0;
}

lost_pair game_lost(const simulation_game *g, uint32_t pair)
{
    const uint32_t *key = intern_get(g->numbers, pair, NULL);
    assert(g->pairs[pair].lost_by != NOBODY);
    const asked_step *x = &g->steps[g->pairs[pair].lost_by];
    return (lost_pair){key[0], key[1], x->tag, x->count, g->answers + x->from};
}
