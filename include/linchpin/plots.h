// SPDX-License-Identifier: MIT
// What a verdict has to be drawn: how figures came about, and the states of a small model.
// Gathered only where a page is asked for. Ownership: the verdict's.

#ifndef LINCHPIN_PLOTS_H
#define LINCHPIN_PLOTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LP_SERIES_MOST = 200, LP_GRAPH_MOST = 300 }; // points, states

typedef struct lp_series_point {
    double x, y;
} lp_series_point;

typedef struct lp_series {
    char *name;  // "states by depth"
    char *x, *y; // what the axes are: "depth", "states"
    lp_series_point *points;
    uint32_t point_count;
} lp_series;

typedef struct lp_graph_edge {
    uint32_t from, to;
    char *what; // "push(1)"
} lp_graph_edge;

// All states of a model, and how one comes to the next.
typedef struct lp_graph {
    char **states; // in words: "top = null"
    uint32_t state_count;
    lp_graph_edge *edges;
    uint32_t edge_count;
    uint32_t *initial;
    uint32_t initial_count;
    uint32_t *path; // the states of the trace, the first before its first step; none: not known
    uint32_t path_count;
} lp_graph;

#ifdef __cplusplus
}
#endif
#endif
