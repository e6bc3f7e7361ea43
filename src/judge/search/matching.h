// SPDX-License-Identifier: MIT
// Perfect matchings: pairs of neighbours so that every vertex is in exactly one.
//
//     graph g = {0};
//     graph_begin(&g, 3);
//     graph_edge(&g, 0, 1);
//     graph_finish(&g);
//     bool perfect = matching_general(&g, mate, NULL); // false: 2 is left over
//     graph_fini(&g);

#ifndef JUDGE_MATCHING_H
#define JUDGE_MATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATCHING_NONE = UINT32_MAX };

// After graph_finish the neighbours of v are to[start[v]] … to[start[v + 1] - 1].
typedef struct graph {
    uint32_t count;
    size_t *start;
    uint32_t *to;
    uint32_t *ends; // of the edges, two and two, until graph_finish
    size_t edge_count, ends_capacity;
} graph;

void graph_begin(graph *g, uint32_t vertices);
void graph_edge(graph *g, uint32_t a, uint32_t b);
void graph_finish(graph *g);
void graph_fini(graph *g);

// Two copies of a graph, the vertices marked `optional` joined to their own copies.
// It has a perfect matching just when the graph has a matching that leaves out
// optional vertices only: take it twice, and join what it leaves out to its copy;
// the other way round, one copy of a perfect matching is such a one. It is bipartite
// if the graph is; vertex v's copy is v + count.
void graph_double(const graph *g, const bool *optional, graph *doubled);

// Both: true when there is a perfect matching; mate[v] is then v's. Else mate is
// some matching, with MATCHING_NONE where there is none.

// Hopcroft and Karp 1973, O(edges · √vertices). Every edge joins a vertex with
// `left` to one without.
bool matching_bipartite(const graph *g, const bool *left, uint32_t *mate);
// Edmonds 1965, with union–find for blossoms: O(vertices · edges · α). `why` may be
// NULL; where there is no perfect matching it gets vertices that show it, however the
// rest is matched: too many of them have all their neighbours among the others.
bool matching_general(const graph *g, uint32_t *mate, bool *why);

#endif
