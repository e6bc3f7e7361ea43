// SPDX-License-Identifier: MIT
// See hindsight_moment.h. The graph of the strategy is gone through once for each step that may be the one, with what
// each open operation of the method could have returned when it took that step last.

#include "verify/points/hindsight_moment.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 1024 };

typedef struct strategy_edge {
    uint32_t from, to; // pairs
    uint32_t label;
    uint32_t after; // the configuration that it leads to
} strategy_edge;

typedef struct strategy_graph {
    point_game *game;
    strategy_edge *edges; // in the order of the pairs that they begin in
    size_t count, capacity;
    size_t *first; // of each pair
} strategy_graph;

// What the search for one step remembers.
typedef struct remembering {
    uint32_t pair, unused;
    uint64_t looks[MODEL_MAX_THREADS + 1]; // of each thread
} remembering;

static void add(void *context, won_pair from, uint32_t tag, won_pair to)
{
    strategy_graph *g = context;
    uint32_t count;
    const graph_edge *edges = step_graph_edges(g->game->graph, from.s, &count);
    MEMORY_GROW(g->edges, g->capacity, g->count + 1);
    g->edges[g->count++] = (strategy_edge){from.number, to.number, edges[tag].label, to.u};
}

static void begin(strategy_graph *g, point_game *game)
{
    *g = (strategy_graph){.game = game};
    uint32_t pairs = game_strategy(game->game, add, g);
    g->first = memory_new((size_t)pairs + 1, sizeof *g->first);
    for (size_t i = 0; i < g->count; i++)
        g->first[g->edges[i].from + 1] = i + 1;
    for (uint32_t i = 0; i < pairs; i++)
        if (!g->first[i + 1])
            g->first[i + 1] = g->first[i];
}

static void end(strategy_graph *g)
{
    free(g->edges);
    free(g->first);
}

// Follows an edge. False: an operation returns what was not right.
static bool follow(const strategy_graph *g, const strategy_edge *e, uint32_t pc, uint32_t which,
                   result_kind kind, remembering *r)
{
    point_game *game = g->game;
    operation_step step = operation_step_get(game->steps, e->label);
    operation_place at = operation_step_place(game->steps, step.place);
    uint64_t *mine = &r->looks[step.thread];
    r->pair = e->to;
    if (at.method != which)
        return true;
    if (step.kind == LABEL_RETURN) {
        uint64_t looks = *mine;
        *mine = 0;
        return at.result != kind || atomic_result_among(game->object, step.result, looks);
    }
    atomic_object_get(game->object, e->after, game->answers.now);
    if (step.kind == LABEL_CALL || game->answers.now->of[step.thread].result)
        *mine = 0;
    else if (at.pc == pc)
        *mine = atomic_looks(game->object, game->answers.now, step.thread);
    return true;
}

static bool always_right(const strategy_graph *g, uint32_t pc, uint32_t which, result_kind kind)
{
    intern *seen = intern_new();
    size_t size =
        offsetof(remembering, looks) + atomic_processes(g->game->object) * sizeof(uint64_t);
    remembering now = {0}, next = {0};
    bool right = true;
    intern_add(seen, &now, size);
    for (uint32_t i = 0; right && i < intern_count(seen); i++) {
        if (i % LOOK_EVERY == 0 && g->game->limits && limits_reached(g->game->limits))
            right = false;
        memcpy(&now, intern_get(seen, i, NULL), size);
        for (size_t k = g->first[now.pair]; right && k < g->first[now.pair + 1]; k++) {
            memcpy(&next, &now, size);
            right = follow(g, &g->edges[k], pc, which, kind, &next);
            intern_add(seen, &next, size);
        }
    }
    intern_free(seen);
    return right;
}

uint32_t hindsight_moment(inferred_points *p, uint32_t which, result_kind kind)
{
    const routine *r = &step_graph_system(p->game.graph)->p->routines[which];
    strategy_graph g;
    uint32_t found = 0;
    begin(&g, &p->game);
    for (uint32_t i = r->count; i-- > 0 && !found;)
        if (r->code[i].yields && always_right(&g, r->code[i].pc, which, kind))
            found = r->code[i].pc;
    end(&g);
    return found;
}
