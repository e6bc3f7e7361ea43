// SPDX-License-Identifier: MIT
// See effect_game.h.

#include "explore/effects/effect_game.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add_answer(effect_game *g, const atomic_state *c)
{
    uint32_t number = atomic_object_number(g->object, c);
    for (uint32_t i = 0; i < g->answer_count; i++)
        if (g->answers[i] == number)
            return;
    MEMORY_GROW(g->answers, g->answer_capacity, (size_t)g->answer_count + 1);
    g->answers[g->answer_count++] = number;
}

// The operation of this process takes effect, after what is g->now.
static void add_effect(effect_game *g, uint32_t process)
{
    const automaton_way *ways;
    if (process >= atomic_processes(g->object))
        return; // a thread that the object has started
    // Asked for each time: an effect may ask the spec for more, and then they move.
    for (uint32_t i = 0; i < atomic_ways(g->object, g->now, process, &ways); i++) {
        memcpy(g->next, g->now, atomic_size(g->object));
        atomic_effect(g->object, g->next, process, ways[i]);
        add_answer(g, g->next);
    }
}

// From g->now, all that may take effect in a step of this process; what is its own first.
static void add_effects(effect_game *g, uint32_t process)
{
    add_answer(g, g->now);
    if (!g->rules.others) {
        add_effect(g, process);
        return;
    }
    for (uint32_t i = 0; i < g->answer_count; i++) {
        atomic_object_get(g->object, g->answers[i], g->now);
        add_effect(g, process);
        for (uint32_t p = 0; p < atomic_processes(g->object); p++)
            if (p != process)
                add_effect(g, p);
    }
}

// Returns, if it may.
static bool is_explained(effect_game *g, atomic_state *c, const effect_label *l)
{
    atomic_end end = atomic_return(g->object, c, l->process, l->value);
    bool looks = g->rules.hindsight[l->method] >> effect_kind_of(l->value) & 1;
    return end == ATOMIC_TOOK_EFFECT || (end == ATOMIC_LOOKED && looks);
}

// Just before this return anything may take effect, until the return is explained.
static void add_late(effect_game *g, const effect_label *l)
{
    uint32_t *queue = NULL, count = 0;
    size_t capacity = 0;
    add_answer(g, g->now);
    for (uint32_t i = 0; i < g->answer_count; i++) {
        atomic_object_get(g->object, g->answers[i], g->now);
        atomic_object_get(g->object, g->answers[i], g->next);
        if (is_explained(g, g->next, l)) {
            MEMORY_GROW(queue, capacity, (size_t)count + 1);
            queue[count++] = atomic_object_number(g->object, g->next);
            continue;
        }
        for (uint32_t p = 0; p < atomic_processes(g->object); p++)
            add_effect(g, p);
    }
    g->answer_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        atomic_object_get(g->object, queue[i], g->now);
        add_answer(g, g->now);
    }
    free(queue);
}

static void add_alone(effect_game *g, const effect_label *l)
{
    atomic_call(g->object, g->now, l->process, l->method, l->value);
    add_effect(g, l->process);
    add_answer(g, g->now); // it may wait for ever
}

static void add_step(effect_game *g, const effect_label *l)
{
    if (l->begins)
        atomic_call(g->object, g->now, l->process, l->method, l->value);
    if (g->rules.late)
        add_answer(g, g->now);
    else
        add_effects(g, l->process);
}

// Has the operation of this process taken effect, with a result of one of these kinds?
static bool has_effect(effect_game *g, uint32_t number, uint32_t process, uint32_t kinds)
{
    atomic_object_get(g->object, number, g->next);
    return g->next->of[process].result &&
           (kinds >> effect_kind_of(atomic_result(g->object, g->next, process)) & 1);
}

// Tells the answers, first those in which the operation takes effect, where it is to do so at once.
static void tell_answers(effect_game *g, uint32_t to, uint32_t process, uint32_t eager)
{
    for (int turn = eager ? 0 : 1; turn < 2; turn++)
        for (uint32_t i = 0; i < g->answer_count; i++)
            if (!eager || has_effect(g, g->answers[i], process, eager) == (turn == 0))
                game_answer(g->game, to, g->answers[i]);
}

static void answer(effect_game *g, uint32_t u, const effect_edge *edge)
{
    const effect_label *l = effect_graph_label(g->graph, edge->label);
    uint32_t eager = 0;
    g->answer_count = 0;
    atomic_object_get(g->object, u, g->now);
    switch (l->move) {
    case MOVE_STEP:
        if (g->rules.eager && l->method != NO_METHOD && !g->now->of[l->process].result)
            eager = g->rules.eager[l->place];
        add_step(g, l);
        break;
    case MOVE_ALONE:
        add_alone(g, l);
        break;
    case MOVE_RETURN:
        if (g->rules.late)
            add_late(g, l);
        else if (is_explained(g, g->now, l))
            add_answer(g, g->now);
        break;
    default:
        add_answer(g, g->now);
    }
    tell_answers(g, edge->to, l->process, eager);
}

static bool expand(void *context, simulation_game *game, uint32_t s, uint32_t u)
{
    effect_game *g = context;
    uint32_t count;
    const effect_edge *edges = effect_graph_edges(g->graph, s, &count);
    for (uint32_t i = 0; i < count; i++) {
        game_step(game, i);
        answer(g, u, &edges[i]);
    }
    return !atomic_overflowed(g->object);
}

void effect_game_play(effect_game *g)
{
    uint32_t states;
    const uint32_t *initial = atomic_initial(g->object, &states);
    g->end = GAME_STOPPED;
    g->game = game_new();
    g->now = memory_new(1, atomic_size(g->object));
    g->next = memory_new(1, atomic_size(g->object));
    if (states != 1)
        return;
    g->now->state = initial[0];
    uint32_t first = atomic_object_number(g->object, g->now);
    g->end = game_play(g->game, &(game_rules){g, expand}, EFFECT_START, first, g->limits);
}

void effect_game_fini(effect_game *g)
{
    game_free(g->game);
    free(g->now);
    free(g->next);
    free(g->answers);
    g->game = NULL;
    g->now = g->next = NULL;
    g->answers = NULL;
    g->answer_count = 0;
    g->answer_capacity = 0;
}
