// SPDX-License-Identifier: MIT
// See effect_moment.h. The graph of the strategy is gone through once for each step that may be the one, with what
// each open operation of the method could have returned when it took that step last.

#include "explore/effects/effect_moment.h"

#include "base/intern.h"

#include <string.h>

enum { LOOK_EVERY = 1024 };

// What the search for one step remembers.
typedef struct remembering {
    uint32_t pair, unused;
    uint64_t looks[FIBERS_MAX + 1]; // of each process
} remembering;

// Follows an edge. False: an operation returns what was not right.
static bool follow(const effect_strategy *g, const strategy_edge *e, const void *pc, uint32_t which,
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
    atomic_object_get(game->object, e->after, game->answers.now);
    if (l->move == MOVE_RETURN) {
        uint64_t looks = *mine;
        *mine = 0;
        return effect_kind_of(l->value) != kind || looks == UINT64_MAX ||
               atomic_result_among(game->object, l->value, looks);
    }
    effect_place at = effect_graph_place_get(game->graph, l->place);
    if (l->begins)
        *mine = 0;
    if (game->answers.now->of[l->process].result)
        *mine = UINT64_MAX; // it has taken effect
    else if (at.pc == pc)
        *mine = atomic_looks(game->object, game->answers.now, l->process);
    return true;
}

static bool always_right(const effect_strategy *g, const void *pc, uint32_t which, effect_kind kind)
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

const void *effect_moment(const effect_strategy *s, uint32_t method, effect_kind kind)
{
    const void *pc = before(s->game->graph, NULL, method);
    while (pc && !always_right(s, pc, method, kind))
        pc = before(s->game->graph, pc, method);
    return pc;
}
