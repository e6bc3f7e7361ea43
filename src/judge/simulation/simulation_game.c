// SPDX-License-Identifier: MIT
// See simulation_game.h. A pair knows the steps that stand by it; when it is lost, each of them moves on to
// its next answer, or loses the pair that it is a step of. Nothing is ever taken back, so every step goes
// once through its answers.

#include "judge/simulation/simulation_game.h"

#include "base/intern.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { NOBODY = UINT32_MAX, LOOK_EVERY = 256 };

typedef struct game_pair {
    uint32_t lost_by;         // the step, or NOBODY: not lost
    uint32_t watcher;         // the last of the steps that stand by it, or NOBODY
    uint32_t first, end;      // its own steps
    bool expanded, is_queued; // the first: it has its steps
} game_pair;

typedef struct asked_step {
    uint32_t pair, tag;
    uint32_t from, count; // its answers
    uint32_t at;          // the one that it stands by
    uint32_t before;      // the step before that stands by the same pair
} asked_step;

struct simulation_game {
    intern *numbers; // (s, u)
    game_pair *pairs;
    size_t pair_capacity;
    asked_step *steps;
    size_t step_count, step_capacity;
    uint32_t *answers; // pairs
    size_t answer_count, answer_capacity;
    uint32_t current; // the pair that is expanded
    uint32_t *queue;  // to be expanded
    size_t queue_count, queue_capacity;
    uint32_t *lost; // in the order in which they are
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
    free(g->queue);
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
        g->pairs[number] = (game_pair){.lost_by = NOBODY, .watcher = NOBODY};
    return number;
}

static won_pair pair_of(const simulation_game *g, uint32_t number)
{
    const uint32_t *key = intern_get(g->numbers, number, NULL);
    return (won_pair){.s = key[0], .u = key[1]};
}

void game_step(simulation_game *g, uint32_t tag)
{
    MEMORY_GROW(g->steps, g->step_capacity, g->step_count + 1);
    g->steps[g->step_count++] =
        (asked_step){.pair = g->current, .tag = tag, .from = (uint32_t)g->answer_count};
}

void game_answer(simulation_game *g, uint32_t s, uint32_t u)
{
    MEMORY_GROW(g->answers, g->answer_capacity, g->answer_count + 1);
    g->answers[g->answer_count++] = pair_number(g, s, u);
    g->steps[g->step_count - 1].count++;
}

static bool is_lost(const simulation_game *g, uint32_t pair)
{
    return g->pairs[pair].lost_by != NOBODY;
}

static void want(simulation_game *g, uint32_t pair)
{
    game_pair *p = &g->pairs[pair];
    if (p->expanded || p->is_queued)
        return;
    p->is_queued = true;
    MEMORY_GROW(g->queue, g->queue_capacity, g->queue_count + 1);
    g->queue[g->queue_count++] = pair;
}

static void lose(simulation_game *g, uint32_t pair, uint32_t step)
{
    if (is_lost(g, pair))
        return;
    g->pairs[pair].lost_by = step;
    MEMORY_GROW(g->lost, g->lost_capacity, g->lost_count + 1);
    g->lost[g->lost_count++] = pair;
}

// The step stands by the first of its answers, from where it is, that is not lost.
static void choose(simulation_game *g, uint32_t step)
{
    asked_step *x = &g->steps[step];
    while (x->at < x->count && is_lost(g, g->answers[x->from + x->at]))
        x->at++;
    if (x->at == x->count) {
        lose(g, x->pair, step);
        return;
    }
    uint32_t to = g->answers[x->from + x->at];
    x->before = g->pairs[to].watcher;
    g->pairs[to].watcher = step;
    want(g, to);
}

// What is lost because something else is.
static void propagate(simulation_game *g)
{
    while (g->lost_done < g->lost_count) {
        uint32_t pair = g->lost[g->lost_done++];
        for (uint32_t at = g->pairs[pair].watcher, next; at != NOBODY; at = next) {
            next = g->steps[at].before;
            if (!is_lost(g, g->steps[at].pair))
                choose(g, at);
        }
    }
}

static bool expand(simulation_game *g, const game_rules *r, uint32_t pair)
{
    won_pair key = pair_of(g, pair);
    size_t first = g->step_count;
    g->current = pair;
    if (!r->expand(r->context, g, key.s, key.u))
        return false;
    g->pairs[pair].expanded = true;
    g->pairs[pair].first = (uint32_t)first;
    g->pairs[pair].end = (uint32_t)g->step_count;
    for (size_t i = first; i < g->step_count && !is_lost(g, pair); i++)
        choose(g, (uint32_t)i);
    return true;
}

// Does a pair that is not lost need it?
static bool is_needed(const simulation_game *g, uint32_t pair)
{
    uint32_t at = g->pairs[pair].watcher;
    while (at != NOBODY && is_lost(g, g->steps[at].pair))
        at = g->steps[at].before;
    return at != NOBODY || pair == game_first(g);
}

static bool look(simulation_game *g, limits *l, size_t done)
{
    if (!l || done % LOOK_EVERY != 0)
        return true;
    if (limits_progress_due(l))
        limits_progress(l, "%u pairs, %zu to do", intern_count(g->numbers), g->queue_count - done);
    return !limits_reached(l);
}

game_end game_play(simulation_game *g, const game_rules *r, uint32_t s, uint32_t u, limits *l)
{
    uint32_t first = pair_number(g, s, u);
    want(g, first);
    for (size_t from = 0, to = 1; from < to; from = to, to = g->queue_count) {
        for (size_t i = from; i < to; i++) {
            uint32_t pair = g->queue[i];
            if (!look(g, l, i))
                return GAME_STOPPED;
            g->pairs[pair].is_queued = false;
            if (is_needed(g, pair) && !expand(g, r, pair))
                return GAME_STOPPED;
        }
        propagate(g);
        if (is_lost(g, first))
            return GAME_LOST;
    }
    return GAME_WON;
}

uint32_t game_met(const simulation_game *g)
{
    return intern_count(g->numbers);
}

uint32_t game_first(const simulation_game *g)
{
    (void)g;
    return 0;
}

lost_pair game_lost(const simulation_game *g, uint32_t pair)
{
    won_pair key = pair_of(g, pair);
    assert(is_lost(g, pair));
    const asked_step *x = &g->steps[g->pairs[pair].lost_by];
    return (lost_pair){key.s, key.u, x->tag, x->count, g->answers + x->from};
}

uint32_t game_strategy(const simulation_game *g, game_tell *tell, void *context)
{
    uint32_t all = game_met(g), count = 1;
    uint32_t *reached = memory_new(all, sizeof *reached);
    uint32_t *number = memory_new(all, sizeof *number); // + 1; 0: not come to
    reached[0] = game_first(g);
    number[reached[0]] = 1;
    for (uint32_t i = 0; i < count; i++) {
        const game_pair *p = &g->pairs[reached[i]];
        assert(p->expanded && p->lost_by == NOBODY);
        for (uint32_t k = p->first; k < p->end; k++) {
            const asked_step *x = &g->steps[k];
            uint32_t answer = g->answers[x->from + x->at];
            if (!number[answer]) {
                reached[count] = answer;
                number[answer] = ++count;
            }
            won_pair from = pair_of(g, reached[i]), to = pair_of(g, answer);
            from.number = i;
            to.number = number[answer] - 1;
            if (tell)
                tell(context, from, x->tag, to);
        }
    }
    free(reached);
    free(number);
    return count;
}
