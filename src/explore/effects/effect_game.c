// SPDX-License-Identifier: MIT
// See effect_game.h.

#include "explore/effects/effect_game.h"

static void add_alone(effect_game *g, const effect_label *l)
{
    point_answers *a = &g->answers;
    atomic_call(g->object, a->now, l->process, l->method, l->value);
    point_answers_effect(a, l->process);
    point_answers_add(a); // it may wait for ever
}

static void add_step(effect_game *g, const effect_label *l)
{
    point_answers *a = &g->answers;
    if (l->begins)
        atomic_call(g->object, a->now, l->process, l->method, l->value);
    if (g->rules.late)
        point_answers_add(a);
    else
        point_answers_step(a, l->process, g->rules.others);
}

// Has the operation of this process taken effect, with a result of one of these kinds?
static bool has_effect(point_answers *a, uint32_t number, uint32_t process, uint32_t kinds)
{
    atomic_object_get(a->object, number, a->next);
    return a->next->of[process].result &&
           (kinds >> effect_kind_of(atomic_result(a->object, a->next, process)) & 1);
}

// Tells the answers, first those in which the operation takes effect, where it is to do so at once.
static void tell_answers(effect_game *g, uint32_t to, uint32_t process, uint32_t eager)
{
    point_answers *a = &g->answers;
    for (int turn = eager ? 0 : 1; turn < 2; turn++)
        for (uint32_t i = 0; i < a->count; i++)
            if (!eager || has_effect(a, a->list[i], process, eager) == (turn == 0))
                game_answer(g->game, to, a->list[i]);
}

static void add_return(effect_game *g, const effect_label *l)
{
    bool looks = g->rules.hindsight[l->method] >> effect_kind_of(l->value) & 1;
    if (g->rules.late)
        point_answers_late(&g->answers, l->process, l->value, looks);
    else
        point_answers_return(&g->answers, l->process, l->value, looks);
}

static void answer(effect_game *g, uint32_t u, const effect_edge *edge)
{
    const effect_label *l = effect_graph_label(g->graph, edge->label);
    uint32_t eager = 0;
    point_answers_begin(&g->answers, u);
    switch (l->move) {
    case MOVE_STEP:
        if (g->rules.eager && l->method != NO_METHOD && !g->answers.now->of[l->process].result)
            eager = g->rules.eager[l->place];
        add_step(g, l);
        break;
    case MOVE_ALONE:
        add_alone(g, l);
        break;
    case MOVE_RETURN:
        add_return(g, l);
        break;
    default:
        point_answers_add(&g->answers);
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
    point_answers_init(&g->answers, g->object);
    if (states != 1)
        return;
    g->answers.now->state = initial[0];
    uint32_t first = atomic_object_number(g->object, g->answers.now);
    g->end = game_play(g->game, &(game_rules){g, expand}, EFFECT_START, first, g->limits);
}

void effect_game_fini(effect_game *g)
{
    game_free(g->game);
    point_answers_fini(&g->answers);
    g->game = NULL;
}
