// SPDX-License-Identifier: MIT
// See effect_strategy.h.

#include "explore/effects/effect_strategy.h"

#include "base/memory.h"

#include <stdlib.h>

static void add(void *context, won_pair from, uint32_t tag, won_pair to)
{
    effect_strategy *s = context;
    uint32_t count;
    const effect_edge *edges = effect_graph_edges(s->game->graph, from.s, &count);
    MEMORY_GROW(s->edges, s->capacity, s->count + 1);
    s->edges[s->count++] = (strategy_edge){from.number, to.number, from.u, to.u, edges[tag].label};
}

void effect_strategy_init(effect_strategy *s, effect_game *game)
{
    *s = (effect_strategy){.game = game};
    uint32_t pairs = game_strategy(game->game, add, s);
    s->first = memory_new((size_t)pairs + 1, sizeof *s->first);
    for (size_t i = 0; i < s->count; i++)
        s->first[s->edges[i].from + 1] = i + 1;
    for (uint32_t i = 0; i < pairs; i++)
        if (!s->first[i + 1])
            s->first[i + 1] = s->first[i];
}

void effect_strategy_fini(effect_strategy *s)
{
    free(s->edges);
    free(s->first);
}
