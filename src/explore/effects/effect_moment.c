// SPDX-License-Identifier: MIT
// See effect_moment.h. The graph of the strategy is gone through once for each step that may be the one, with what
// each open operation of the method could have returned when it took that step last.

#include "explore/effects/effect_moment.h"

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
    effect_game *game;
    strategy_edge *edges; // in the order of the pairs that they begin in
    size_t count, capacity;
    size_t *first; // of each pair
} strategy_graph;

// What the search for one step remembers.
typedef struct remembering {
    uint32_t pair, unused;
    uint64_t looks[FIBERS_MAX + 1]; // of each process
} remembering;

static void add(void *context, won_pair from, uint32_t tag, won_pair to)
{
    strategy_graph *g = context;
    uint32_t count;
    const effect_edge *edges = effect_graph_edges(g->game->graph, from.s, &count);
    MEMORY_GROW(g->edges, g->capacity, g->count + 1);
    g->edges[g->count++] = (strategy_edge){from.number, to.number, edges[tag].label, to.u};
}

static void begin(strategy_graph *g, effect_game *game)
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
static bool follow(const strategy_graph *g, const strategy_edge *e, const void *pc, uint32_t which,
                   effect_kind kind, remembering *r)
{
    effect_game *game = g->game;
    const effect_label *l = effect_graph_label(game->graph, e->label);
    r->pair = e->to;
    if (l->method != which || l->move == MOVE_NOTHING)
        return true;
    uint64_t *mine = &r->looks[l->process];
    if (l->move == MOVE_ALONE) {
        *mine = UINT64_MAX;
        return true;
    }
    atomic_object_get(game->object, e->after, game->now);
    if (l->move == MOVE_RETURN) {
        uint64_t looks = *mine;
        *mine = 0;
        return effect_kind_of(l->value) != kind || looks == UINT64_MAX ||
               atomic_result_among(game->object, l->value, looks);
    }
    effect_place at = effect_graph_place_get(game->graph, l->place);
    if (l->begins)
        *mine = 0;
    if (game->now->of[l->process].result)
        *mine = UINT64_MAX; // it has taken effect
    else if (at.pc == pc)
        *mine = atomic_looks(game->object, game->now, l->process);
    return true;
}

static bool always_right(const strategy_graph *g, const void *pc, uint32_t which, effect_kind kind)
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

// The next lower address at which this method has a step.
static const void *before(const effect_graph *g, const void *pc, uint32_t which)
{
    const void *found = NULL;
    for (uint32_t i = 0; i < effect_graph_place_count(g); i++) {
        effect_place at = effect_graph_place_get(g, i);
        bool lower = !pc || (uintptr_t)at.pc < (uintptr_t)pc;
        if (at.method == which && lower && (uintptr_t)at.pc > (uintptr_t)found)
            found = at.pc;
    }
    return found;
}

const void *effect_moment(effect_search *p, uint32_t method, effect_kind kind)
{
    strategy_graph g;
    begin(&g, &p->game);
    const void *pc = before(p->game.graph, NULL, method);
    while (pc && !always_right(&g, pc, method, kind))
        pc = before(p->game.graph, pc, method);
    end(&g);
    return pc;
}
