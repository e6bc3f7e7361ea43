// SPDX-License-Identifier: MIT
// The graph of states that a complete search has entered. Edges are not stored: they are
// made again, by one thread.
//
//     edges_begin(&g, q); … edges_each(&g, state, visit, context) … edges_end(&g);

#ifndef VERIFY_STATE_EDGES_H
#define VERIFY_STATE_EDGES_H

#include "verify/search/level_search.h"

enum { EDGE_NOWHERE = UINT32_MAX };

typedef struct edge {
    label_kind kind;       // of its first move
    uint32_t thread;       // that makes it
    uint32_t threads;      // those that make one of its moves, a bit each
    uint32_t to;           // EDGE_NOWHERE: not asked for
    const uint32_t *order; // thread order[i] is called i there; NULL: all keep their names
} edge;

// False: enough.
typedef bool (*edge_visit)(void *context, const edge *e);

// Which edges belong to the runs that are looked at.
typedef enum run_view {
    RUN_SILENT, // steps: nobody calls or returns
    RUN_ALONE,  // steps of one thread
    RUN_OPEN,   // anything that leaves the operation of one thread open
} run_view;

static inline bool run_takes(run_view v, uint32_t thread, const edge *e)
{
    bool step = e->kind == LABEL_INTERNAL, own = e->thread == thread;
    return v == RUN_OPEN ? step || !own : step && (v == RUN_SILENT || own);
}

typedef struct edges {
    search *q;
    worker *w;
    bool steps_only; // where calls and returns lead is not asked for
    uint64_t turns;
    bool broken;          // an edge leads to no state that was entered: a fault of ours
    uint32_t at;          // the state visited last,
    const int32_t *cells; // its cells,
    uint32_t observed;    // and the observer's
    edge_visit visit;
    void *context;
} edges;

void edges_begin(edges *g, search *q);
void edges_end(edges *g);
// Reads a state without its edges.
void edges_at(edges *g, uint32_t state);
// For loops that only look at states: have the limits been reached?
bool edges_stop(edges *g);
// False: the limits were reached, or `broken`.
bool edges_each(edges *g, uint32_t state, edge_visit visit, void *context);
// What was to be found in the graph of a complete search was not looked for to the end: the limits were
// reached, or `broken`. So the search ends there.
void edges_give_up(search *q, bool broken);
// The components that have to go on, in the state visited last.
uint32_t edges_open(const edges *g);

#endif
