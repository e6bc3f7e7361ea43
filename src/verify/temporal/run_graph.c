// SPDX-License-Identifier: MIT
// See run_graph.h.

#include "verify/temporal/run_graph.h"

bool run_graph_init(run_graph *r, const state_graph *g, const omega_automaton *a)
{
    uint64_t count = 2 * (uint64_t)g->count * a->state_count;
    *r = (run_graph){.g = g, .a = a, .count = (uint32_t)count};
    return count <= RUN_GRAPH_MOST;
}

// Reads the step that the edges are at. False: that was the last one, and no run ends here.
static bool read_step(const run_graph *r, run_edges *at)
{
    const state_graph *g = r->g;
    while (at->step < at->last && g->to[at->step] >= g->count) // not expanded yet
        at->step++;
    at->next = at->first;
    at->letter = g->holds[at->state];
    at->who = GRAPH_NOBODY;
    if (at->step >= at->last) {
        at->step = RUN_ENDED;
        return at->rests;
    }
    const graph_label *label = &g->labels[g->label[at->step]];
    at->letter |= label->events;
    at->who = label->who;
    return true;
}

run_edges run_edges_of(const run_graph *r, uint32_t vertex)
{
    uint32_t state = run_state(r, vertex), of = vertex % r->a->state_count;
    run_edges at = {.vertex = vertex, .state = state, .rests = graph_rests(r->g, state)};
    at.first = r->a->first[of];
    at.end = r->a->first[of + 1];
    at.last = r->g->first[state + 1];
    at.step = run_has_ended(r, vertex) ? at.last : r->g->first[state];
    if (!read_step(r, &at))
        at.next = at.end;
    return at;
}

bool run_edges_next(const run_graph *r, run_edges *at, run_edge *out)
{
    for (;;) {
        for (; at->next < at->end; at->next++)
            if (omega_edge_allows(&r->a->edges[at->next], at->letter))
                break;
        if (at->next < at->end)
            break;
        if (at->step == RUN_ENDED)
            return false;
        at->step++;
        if (!read_step(r, at)) {
            at->next = at->end;
            return false;
        }
    }
    const omega_edge *e = &r->a->edges[at->next++];
    uint32_t to = at->step == RUN_ENDED ? at->state + r->g->count : r->g->to[at->step];
    *out = (run_edge){.from = at->vertex,
                      .to = to * r->a->state_count + e->to,
                      .step = at->step,
                      .marks = e->marks,
                      .who = at->who};
    return true;
}

run_place run_edges_place(const run_graph *r, const run_edges *at)
{
    uint64_t step = at->step == RUN_ENDED ? at->last : at->step;
    return (run_place){(uint32_t)(step - r->g->first[at->state]), at->next};
}

// The step was one of an edge: read_step goes no further.
run_edges run_edges_from(const run_graph *r, uint32_t vertex, run_place p)
{
    run_edges at = run_edges_of(r, vertex);
    at.step = r->g->first[at.state] + p.step;
    read_step(r, &at);
    at.next = p.next;
    return at;
}
