// SPDX-License-Identifier: MIT
// See state_edges.h.

#include "verify/search/state_edges.h"

#include "verify/search/search_worker.h"

enum { LOOK_EVERY = 256 };

void edges_begin(edges *g, search *q)
{
    *g = (edges){.q = q, .w = search_worker(q), .at = EDGE_NOWHERE};
    g->w->canon.track = true;
    store_enter(g->w->view);
}

void edges_end(edges *g)
{
    store_leave(g->w->view);
    g->w->canon.track = false;
}

void edges_at(edges *g, uint32_t state)
{
    if (state == g->at)
        return;
    g->at = state;
    g->observed = worker_get(g->w, state, g->w->cells);
    g->cells = g->w->cells;
}

bool edges_stop(edges *g)
{
    return g->turns++ % LOOK_EVERY == 0 && limits_reached(g->q->o.limits);
}

static bool visit(void *context, const successors *path, const int32_t *after)
{
    edges *g = context;
    edge e = {.kind = path->path[0].kind, .thread = path->path[0].thread, .to = EDGE_NOWHERE};
    for (uint32_t i = 0; i < path->path_count; i++)
        e.threads |= 1u << path->path[i].thread;
    if (e.kind == LABEL_INTERNAL || !g->steps_only) {
        bool fresh = false;
        uint32_t observed = worker_observe(g->w, g->observed, path);
        if (path->run.problem || observed == OBSERVED_VIOLATION || observed == OBSERVED_STOP ||
            !worker_enter(g->w, after, observed, &e.to, &fresh) || fresh) {
            g->broken = true;
            return false;
        }
        e.order = g->q->symmetric ? g->w->canon.placed : NULL;
    }
    return g->visit(g->context, &e);
}

bool edges_each(edges *g, uint32_t state, edge_visit each, void *context)
{
    if (g->broken || edges_stop(g))
        return false;
    edges_at(g, state);
    g->visit = each;
    g->context = context;
    successors_expand(worker_successors(g->w), g->cells, visit, g);
    return !g->broken;
}

void edges_give_up(search *q, bool broken)
{
    q->end = SEARCH_LIMIT;
    q->reason = broken ? "an edge of the state graph was not found again: this is a fault of "
                         "linchpin, please report it with the model"
                       : NULL;
}

uint32_t edges_open(const edges *g)
{
    return system_obliged(g->q->system, g->cells);
}
