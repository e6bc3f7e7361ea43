// SPDX-License-Identifier: MIT
// See run_graph.h.

#include "verify/temporal/run_graph.h"

#include "temporal/automaton/omega_class.h"

// A place is a number for each edge of the graph and of the automaton together.
bool run_graph_init(run_graph *r, const state_graph *g, const omega_automaton *a)
{
    uint64_t count = (uint64_t)g->count * a->state_count;
    uint64_t places = ((uint64_t)g->degree + 1) * ((uint64_t)a->edge_count + 1);
    *r = (run_graph){.g = g, .a = a, .count = (uint32_t)count};
    return count <= RUN_GRAPH_MOST && places <= UINT32_MAX;
}

bool run_accepts_all(const run_graph *r, uint32_t of)
{
    return !r->a->letter_marks && omega_state_is_universal(r->a, of);
}

// Reads the step that the edges are at, or the next one that leads to a state that was expanded.
static void read_step(const run_graph *r, run_edges *at)
{
    const state_graph *g = r->g;
    while (at->step < at->last && g->to[at->step] >= g->count)
        at->step++;
    at->next = at->first;
    if (at->step == at->last)
        return;
    const graph_label *label = graph_edge_label(g, at->step);
    at->letter = at->holds | label->events;
    at->marks = omega_letter_marks(r->a, at->letter);
    at->who = label->who;
}

run_edges run_edges_of(const run_graph *r, uint32_t state, uint32_t of)
{
    run_edges at = {.state = state,
                    .of = of,
                    .first = r->a->first[of],
                    .end = r->a->first[of + 1],
                    .step = graph_first(r->g, state),
                    .last = graph_first(r->g, state + 1),
                    .holds = graph_holds(r->g, state)};
    read_step(r, &at);
    return at;
}

bool run_edges_next(const run_graph *r, run_edges *at, run_edge *out)
{
    const omega_edge *edges = r->a->edges;
    while (at->step < at->last) {
        for (; at->next < at->end; at->next++) {
            if (!omega_edge_allows(&edges[at->next], at->letter))
                continue;
            const omega_edge *e = &edges[at->next++];
            *out = (run_edge){.state = r->g->to[at->step],
                              .of = e->to,
                              .step = at->step,
                              .marks = e->marks | at->marks,
                              .who = at->who};
            return true;
        }
        at->step++;
        read_step(r, at);
    }
    return false;
}

uint32_t run_edges_place(const run_graph *r, const run_edges *at)
{
    uint64_t step = at->step - graph_first(r->g, at->state);
    return (uint32_t)(step * (at->end - at->first + 1) + (at->next - at->first));
}

// The step was one of an edge: read_step goes no further.
run_edges run_edges_from(const run_graph *r, uint32_t state, uint32_t of, uint32_t at_place)
{
    run_edges at = run_edges_of(r, state, of);
    uint32_t wide = at.end - at.first + 1;
    at.step = graph_first(r->g, state) + at_place / wide;
    read_step(r, &at);
    at.next = at.first + at_place % wide;
    return at;
}
