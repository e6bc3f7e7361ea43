// SPDX-License-Identifier: MIT
// See point_game.h.

#include "verify/points/point_game.h"

static bool is_eager(const point_game *g, uint32_t at)
{
    return at < g->rules.eager_count && g->rules.eager[at];
}

// Has the operation of this thread taken effect?
static bool has_effect(point_answers *a, uint32_t number, uint32_t thread)
{
    atomic_object_get(a->object, number, a->next);
    return a->next->of[thread].result != 0;
}

// Tells the answers, first those in which the operation takes effect, if it is to do so at once.
static void tell_answers(point_game *g, uint32_t to, const operation_step *step, bool eager)
{
    point_answers *a = &g->answers;
    for (int turn = eager ? 0 : 1; turn < 2; turn++)
        for (uint32_t i = 0; i < a->count; i++)
            if (!eager || has_effect(a, a->list[i], step->thread) == (turn == 0))
                game_answer(g->game, to, a->list[i]);
}

static void answer(point_game *g, uint32_t u, graph_edge edge)
{
    operation_step step = operation_step_get(g->steps, edge.label);
    history_event v = operation_step_event(g->steps, edge.label);
    operation_place at = operation_step_place(g->steps, step.place);
    point_answers *a = &g->answers;
    bool looks = g->rules.hindsight[at.method] >> at.result & 1;
    point_answers_begin(a, u);
    bool open = !a->now->of[step.thread].result;
    if (v.kind == LABEL_CALL)
        atomic_call(g->object, a->now, v.process, v.method, v.value);
    if (v.kind != LABEL_RETURN && g->rules.late)
        point_answers_add(a);
    else if (v.kind != LABEL_RETURN)
        point_answers_step(a, step.thread, g->rules.others);
    else if (g->rules.late)
        point_answers_late(a, v.process, v.value, looks);
    else
        point_answers_return(a, v.process, v.value, looks);
    tell_answers(g, edge.to, &step, open && v.kind != LABEL_RETURN && is_eager(g, step.place));
}

static bool expand(void *context, simulation_game *game, uint32_t s, uint32_t u)
{
    point_game *g = context;
    uint32_t count;
    const graph_edge *edges = step_graph_edges(g->graph, s, &count);
    for (uint32_t i = 0; edges && i < count; i++) {
        game_step(game, i);
        answer(g, u, edges[i]);
    }
    return edges && !atomic_overflowed(g->object);
}

void point_game_play(point_game *g)
{
    uint32_t start = step_graph_start(g->graph), states;
    const uint32_t *initial = atomic_initial(g->object, &states);
    g->end = GAME_STOPPED;
    g->game = game_new();
    point_answers_init(&g->answers, g->object);
    if (start == GRAPH_FAILED || states != 1)
        return;
    g->answers.now->state = initial[0];
    uint32_t first = atomic_object_number(g->object, g->answers.now);
    g->end = game_play(g->game, &(game_rules){g, expand}, start, first, g->limits);
}

void point_game_fini(point_game *g)
{
    game_free(g->game);
    point_answers_fini(&g->answers);
    g->game = NULL;
}
