// SPDX-License-Identifier: MIT
// Graphs as arrays of neighbours: see matching.h.

#include "base/memory.h"
#include "judge/search/matching.h"

#include <stdlib.h>

void graph_begin(graph *g, uint32_t vertices)
{
    *g = (graph){.count = vertices};
}

void graph_edge(graph *g, uint32_t a, uint32_t b)
{
    MEMORY_GROW(g->ends, g->ends_capacity, 2 * g->edge_count + 2);
    g->ends[2 * g->edge_count] = a;
    g->ends[2 * g->edge_count + 1] = b;
    g->edge_count++;
}

void graph_finish(graph *g)
{
    size_t ends = 2 * g->edge_count;
    g->start = memory_new((size_t)g->count + 2, sizeof *g->start);
    g->to = memory_new(ends ? ends : 1, sizeof *g->to);
    // Counted two places further on, so that filling in leaves the right starts.
    for (size_t i = 0; i < ends; i++)
        g->start[g->ends[i] + 2]++;
    for (uint32_t v = 0; v < g->count; v++)
        g->start[v + 2] += g->start[v + 1];
    for (size_t i = 0; i < ends; i++)
        g->to[g->start[g->ends[i] + 1]++] = g->ends[i ^ 1];
    free(g->ends);
    g->ends = NULL;
}

void graph_fini(graph *g)
{
    free(g->start);
    free(g->to);
    free(g->ends);
}

void graph_double(const graph *g, const bool *optional, graph *doubled)
{
    graph_begin(doubled, 2 * g->count);
    for (uint32_t v = 0; v < g->count; v++) {
        for (size_t i = g->start[v]; i < g->start[v + 1]; i++) {
            if (g->to[i] < v)
                continue;
            graph_edge(doubled, v, g->to[i]);
            graph_edge(doubled, v + g->count, g->to[i] + g->count);
        }
        if (optional[v])
            graph_edge(doubled, v, v + g->count);
    }
    graph_finish(doubled);
}
