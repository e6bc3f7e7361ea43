// SPDX-License-Identifier: MIT
// See point_game.h.

#include "verify/points/point_game.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add_answer(point_game *g, const atomic_state *c)
{
    uint32_t number = atomic_object_number(g->object, c);
    for (uint32_t i = 0; i < g->answer_count; i++)
        if (g->answers[i] == number)
            return;
    MEMORY_GROW(g->answers, g->answer_capacity, (size_t)g->answer_count + 1);
    g->answers[g->answer_count++] = number;
}

// The operation of this thread takes effect, after what is g->now.
static void add_effect(point_game *g, uint32_t thread)
{
    const automaton_way *ways;
    // Asked for each time: an effect may ask the spec for more, and then they move.
    for (uint32_t i = 0; i < atomic_ways(g->object, g->now, thread, &ways); i++) {
        memcpy(g->next, g->now, atomic_size(g->object));
        atomic_effect(g->object, g->next, thread, ways[i]);
        add_answer(g, g->next);
    }
}

// From g->now, all that may take effect in a step of this thread; what is its own first.
static void add_effects(point_game *g, uint32_t thread)
{
    add_answer(g, g->now);
    if (!g->rules.others) {
        add_effect(g, thread);
        return;
    }
    for (uint32_t i = 0; i < g->answer_count; i++) {
        atomic_object_get(g->object, g->answers[i], g->now);
        add_effect(g, thread);
        for (uint32_t t = 0; t < atomic_processes(g->object); t++)
            if (t != thread)
                add_effect(g, t);
    }
}

// Returns, if it may.
static bool is_explained(point_game *g, atomic_state *c, const history_event *v,
                         const operation_place *at)
{
    atomic_end end = atomic_return(g->object, c, v->process, v->value);
    bool looks = g->rules.hindsight[at->method] >> at->result & 1;
    return end == ATOMIC_TOOK_EFFECT || (end == ATOMIC_LOOKED && looks);
}

// Just before this return anything may take effect, until the return is explained.
static void add_late(point_game *g, const history_event *v, const operation_place *at)
{
    uint32_t *queue = NULL, count = 0;
    size_t capacity = 0;
    add_answer(g, g->now);
    for (uint32_t i = 0; i < g->answer_count; i++) {
        atomic_object_get(g->object, g->answers[i], g->now);
        atomic_object_get(g->object, g->answers[i], g->next);
        if (is_explained(g, g->next, v, at)) {
            MEMORY_GROW(queue, capacity, (size_t)count + 1);
            queue[count++] = atomic_object_number(g->object, g->next);
            continue;
        }
        for (uint32_t t = 0; t < atomic_processes(g->object); t++)
            add_effect(g, t);
    }
    g->answer_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        atomic_object_get(g->object, queue[i], g->now);
        add_answer(g, g->now);
    }
    free(queue);
}

static bool is_eager(const point_game *g, uint32_t at)
{
    return at < g->rules.eager_count && g->rules.eager[at];
}

// Has the operation of this thread taken effect?
static bool has_effect(point_game *g, uint32_t number, uint32_t thread)
{
    atomic_object_get(g->object, number, g->next);
    return g->next->of[thread].result != 0;
}

// Tells the answers, first those in which the operation takes effect, if it is to do so at once.
static void tell_answers(point_game *g, uint32_t to, const operation_step *step, bool eager)
{
    for (int turn = eager ? 0 : 1; turn < 2; turn++)
        for (uint32_t i = 0; i < g->answer_count; i++)
            if (!eager || has_effect(g, g->answers[i], step->thread) == (turn == 0))
                game_answer(g->game, to, g->answers[i]);
}

static void answer(point_game *g, uint32_t u, graph_edge edge)
{
    operation_step step = operation_step_get(g->steps, edge.label);
    history_event v = operation_step_event(g->steps, edge.label);
    operation_place at = operation_step_place(g->steps, step.place);
    g->answer_count = 0;
    atomic_object_get(g->object, u, g->now);
    bool open = !g->now->of[step.thread].result;
    if (v.kind == LABEL_CALL)
        atomic_call(g->object, g->now, v.process, v.method, v.value);
    if (v.kind == LABEL_RETURN && g->rules.late)
        add_late(g, &v, &at);
    else if (v.kind != LABEL_RETURN && !g->rules.late)
        add_effects(g, step.thread);
    else if (v.kind != LABEL_RETURN || is_explained(g, g->now, &v, &at))
        add_answer(g, g->now);
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
    g->now = memory_new(1, atomic_size(g->object));
    g->next = memory_new(1, atomic_size(g->object));
    if (start == GRAPH_FAILED || states != 1)
        return;
    g->now->state = initial[0];
    uint32_t first = atomic_object_number(g->object, g->now);
    g->end = game_play(g->game, &(game_rules){g, expand}, start, first, g->limits);
}

void point_game_fini(point_game *g)
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
