// SPDX-License-Identifier: MIT
// See run_graph.h.

#include "verify/temporal/run_graph.h"

bool run_graph_init(run_graph *r, const state_graph *g, const omega_automaton *a)
{
    uint64_t count = 2 * (uint64_t)g->count * a->state_count;
    *r = (run_graph){.g = g, .a = a, .count = (uint32_t)count};
    return count <= RUN_GRAPH_MOST;
}

run_edges run_edges_of(const run_graph *r, uint32_t vertex)
{
    run_edges at = {.vertex = vertex, .next = r->a->first[vertex % r->a->state_count]};
    at.step = run_has_ended(r, vertex) ? RUN_ENDED : r->g->first[run_state(r, vertex)];
    return at;
}

// After the last step there may be the end. False: that was it.
static bool move_on(const run_graph *r, run_edges *at)
{
    at->next = r->a->first[at->vertex % r->a->state_count];
    if (at->step == RUN_ENDED)
        return false;
    if (++at->step >= r->g->first[run_state(r, at->vertex) + 1])
        at->step = RUN_ENDED;
    return true;
}

static bool skips(const run_graph *r, const run_edges *at)
{
    uint32_t state = run_state(r, at->vertex);
    if (at->step == RUN_ENDED)
        return !graph_rests(r->g, state);
    return at->step >= r->g->first[state + 1] || r->g->to[at->step] >= r->g->count;
}

bool run_edges_next(const run_graph *r, run_edges *at, run_edge *out)
{
    uint32_t states = r->a->state_count, state = run_state(r, at->vertex);
    uint32_t end = r->a->first[at->vertex % states + 1];
    for (;;) {
        bool ended = at->step == RUN_ENDED;
        if (at->next == end || skips(r, at)) {
            if (!move_on(r, at))
                return false;
            continue;
        }
        const graph_label *label = ended ? NULL : &r->g->labels[r->g->label[at->step]];
        const omega_edge *e = &r->a->edges[at->next++];
        if (!omega_edge_allows(e, r->g->holds[state] | (label ? label->events : 0)))
            continue;
        uint32_t to = ended ? state + r->g->count : r->g->to[at->step];
        *out = (run_edge){.from = at->vertex,
                          .to = to * states + e->to,
                          .step = at->step,
                          .marks = e->marks,
                          .who = label ? label->who : GRAPH_NOBODY};
        return true;
    }
}
