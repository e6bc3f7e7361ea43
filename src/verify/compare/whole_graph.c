// SPDX-License-Identifier: MIT
// See whole_graph.h.

#include "verify/compare/whole_graph.h"

#include "base/memory.h"

#include <stdlib.h>

static bool is_right(step_graph *g, uint32_t state, bool moves, const state_claims *claims)
{
    const transition_system *s = step_graph_system(g);
    const int32_t *cells = step_graph_cells(g, state);
    run r = {0};
    if (claims->invariants)
        s->c.invariant(cells, &r);
    return !r.problem && (moves || !claims->goes_on || !system_obliged(s, cells));
}

whole_end whole_graph_make(step_graph *g, const state_claims *claims)
{
    if (step_graph_start(g) == GRAPH_FAILED)
        return WHOLE_STOPPED;
    for (uint32_t i = 0; i < step_graph_count(g); i++) {
        uint32_t count;
        if (!step_graph_edges(g, i, &count))
            return WHOLE_STOPPED;
        if (!is_right(g, i, count > 0, claims))
            return WHOLE_WRONG;
    }
    return WHOLE_DONE;
}

uint32_t whole_graph_depth(step_graph *g)
{
    uint32_t states = step_graph_count(g), from = 0, met = 0, depth = 0;
    bool *known = memory_new((size_t)states + 1, sizeof *known);
    uint32_t *list = memory_new((size_t)states + 1, sizeof *list);
    list[met++] = step_graph_start(g);
    known[list[0]] = true;
    for (uint32_t end = met; from < end; end = met) {
        for (; from < end; from++) {
            uint32_t count;
            const graph_edge *edges = step_graph_edges(g, list[from], &count);
            for (uint32_t i = 0; i < count; i++)
                if (!known[edges[i].to]) {
                    known[edges[i].to] = true;
                    list[met++] = edges[i].to;
                }
        }
        depth += met > end;
    }
    free(known);
    free(list);
    return depth;
}
