// SPDX-License-Identifier: MIT
// See step_graph.h.

#include "verify/compare/step_graph.h"

#include "base/memory.h"
#include "base/short_sort.h"
#include "verify/canonical/heap_order.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 256 }; // moves, with those that are taken at once

// The edges of a state, among those of all.
typedef struct edge_span {
    size_t from;
    uint32_t count;
    bool made;
} edge_span;

struct step_graph {
    graph_options o;
    intern *states;   // NULL: all edges are there
    uint32_t start;   // then
    edge_span *spans; // of each state
    size_t span_count, span_capacity;
    graph_edge *edges;
    size_t edge_count, edge_capacity;
    int32_t *work, *normal;
    run_ways ways;         // of the move that is made
    at_once_path *settled; // what is taken at once; NULL: nothing
    heap heap;
    uint64_t moves;
    uint32_t since_look; // at the limits
    run failure;
    bool failed; // or a limit was reached: then `failure` is none
};

static bool is_before(const graph_edge *x, const graph_edge *y)
{
    return x->label != y->label ? x->label < y->label : x->to < y->to;
}

SHORT_SORT(sort, graph_edge, is_before)

size_t graph_edges_sort(graph_edge *edges, size_t count, graph_edge *to)
{
    size_t kept = 0;
    sort(edges, count);
    for (size_t i = 0; i < count; i++) {
        graph_edge e = edges[i];
        if (kept == 0 || is_before(&to[kept - 1], &e))
            to[kept++] = e;
    }
    return kept;
}

step_graph *step_graph_new(const graph_options *o)
{
    const layout *l = &o->system->p->layout;
    step_graph *g = memory_new(1, sizeof *g);
    g->o = *o;
    g->states = intern_new();
    g->work = memory_new(l->cells, sizeof *g->work);
    g->normal = memory_new(l->cells, sizeof *g->normal);
    g->settled = at_once_path_new(o->system);
    heap_init(&g->heap, l, HEAP_CANONICAL);
    return g;
}

step_graph *step_graph_of_edges(uint32_t start, uint32_t states, const size_t *first,
                                graph_edge *edges)
{
    step_graph *g = memory_new(1, sizeof *g);
    g->start = start;
    g->spans = memory_new((size_t)states + 1, sizeof *g->spans);
    g->span_count = g->span_capacity = states;
    for (uint32_t i = 0; i < states; i++)
        g->spans[i] = (edge_span){first[i], (uint32_t)(first[i + 1] - first[i]), true};
    g->edges = edges;
    g->edge_count = first[states];
    return g;
}

void step_graph_free(step_graph *g)
{
    if (!g)
        return;
    if (g->states)
        heap_fini(&g->heap);
    intern_free(g->states);
    free(g->spans);
    free(g->edges);
    at_once_path_free(g->settled);
    free(g->work);
    free(g->normal);
    free(g->ways.items);
    free(g);
}

static size_t size_of(const step_graph *g)
{
    return g->o.system->p->layout.cells * sizeof *g->work;
}

static uint32_t enter(step_graph *g, const int32_t *cells)
{
    if (g->o.filter)
        cells = dead_filter_apply(g->o.filter, cells);
    heap_normalise(&g->heap, cells, g->normal);
    return intern_add(g->states, g->normal, size_of(g));
}

static uint32_t fail(step_graph *g, const run *r)
{
    g->failed = true;
    g->failure = *r;
    return GRAPH_FAILED;
}

uint32_t step_graph_start(step_graph *g)
{
    run r;
    if (!g->states)
        return g->start;
    system_start(g->o.system, g->work, &r);
    return r.problem ? fail(g, &r) : enter(g, g->work);
}

static void add_edge(step_graph *g, const graph_edge *e)
{
    MEMORY_GROW(g->edges, g->edge_capacity, g->edge_count + 1);
    g->edges[g->edge_count++] = *e;
}

// What is taken at once after a move goes with it. False: it fails.
static bool settle(step_graph *g, run *r)
{
    run made = {0};
    if (g->settled)
        at_once_path_take(g->settled, g->work, g->o.interpreted, &made);
    if (made.problem)
        *r = made;
    return !made.problem;
}

// Of a move that has led to g->work.
static uint32_t label_of(const step_graph *g, const move *m)
{
    const graph_options *o = &g->o;
    return o->label  ? o->label(o->labeller, m, g->work)
           : o->seen ? move_label(o->seen, m)
                     : o->labels[m->offer];
}

// A move may have hundreds after it that are taken at once, each among hundreds of parts of a process.
static bool is_over(step_graph *g, uint32_t moves)
{
    g->since_look += moves;
    if (g->since_look >= LOOK_EVERY) {
        g->since_look = 0;
        g->failed |= g->o.limits && limits_reached(g->o.limits);
    }
    return g->failed;
}

// Every way that this move may go. False: it fails.
static bool take_move(step_graph *g, const int32_t *cells, const move *given)
{
    const transition_system *s = g->o.system;
    run r = {.ways = &g->ways};
    g->ways.known = false;
    do {
        move m = *given;
        memcpy(g->work, cells, size_of(g));
        run_reset(&r);
        if (g->o.interpreted)
            system_interpret(s, g->work, &m, &r);
        else
            system_do(s, g->work, &m, &r);
        if (!r.problem && r.blocked)
            continue;
        g->moves++;
        if (r.problem || !settle(g, &r)) {
            fail(g, &r);
            return false;
        }
        if (is_over(g, 1 + (g->settled ? g->settled->tried : 0)))
            return false;
        uint32_t label = label_of(g, &m);
        add_edge(g, &(graph_edge){label, enter(g, g->work)});
    } while (run_next(&r));
    return true;
}

static void drop_repeated(step_graph *g, size_t from)
{
    graph_edge *first = g->edges + from;
    g->edge_count = from + graph_edges_sort(first, g->edge_count - from, first);
}

static bool expand(step_graph *g, uint32_t state, edge_span *out)
{
    const transition_system *s = g->o.system;
    const int32_t *cells = intern_get(g->states, state, NULL);
    size_t from = g->edge_count;
    if (is_over(g, 1))
        return false;
    move m;
    // The interpreter finds out by itself what is enabled.
    for (uint32_t next = 0; system_next_move(s, cells, !g->o.interpreted, &next, &m);)
        if (!take_move(g, cells, &m))
            return false;
    if (g->edge_count > from)
        drop_repeated(g, from);
    *out = (edge_span){from, (uint32_t)(g->edge_count - from), true};
    return true;
}

const graph_edge *step_graph_edges(step_graph *g, uint32_t state, uint32_t *count)
{
    static const graph_edge none;
    edge_span span = {0};
    if (state < g->span_count)
        span = g->spans[state];
    if (!span.made) {
        if (!expand(g, state, &span))
            return NULL;
        MEMORY_GROW(g->spans, g->span_capacity, (size_t)state + 1);
        while (g->span_count <= state)
            g->spans[g->span_count++] = (edge_span){0};
        g->spans[state] = span;
    }
    *count = span.count;
    return span.count ? g->edges + span.from : &none;
}

bool step_graph_move(step_graph *g, uint32_t from, const graph_edge *edge, move *out)
{
    const transition_system *s = g->o.system;
    const int32_t *cells = intern_get(g->states, from, NULL);
    move m;
    for (uint32_t next = 0; system_next_move(s, cells, true, &next, &m);) {
        run r = {0};
        do {
            *out = m;
            memcpy(g->work, cells, size_of(g));
            run_reset(&r);
            system_do(s, g->work, out, &r);
            if (r.problem || r.blocked || !settle(g, &r) || enter(g, g->work) != edge->to)
                continue;
            if (label_of(g, out) == edge->label)
                return true;
        } while (run_next(&r));
    }
    return false;
}

bool step_graph_confirm(step_graph *g, uint32_t from, const graph_edge *edge)
{
    move m;
    if (!step_graph_move(g, from, edge, &m))
        return false;
    move again = m;
    run r = {.given = m.used};
    memcpy(r.choice, m.choice, sizeof r.choice);
    move_again(&again);
    memcpy(g->work, intern_get(g->states, from, NULL), size_of(g));
    system_interpret(g->o.system, g->work, &again, &r);
    return !r.problem && !r.blocked && label_of(g, &again) == edge->label &&
           enter(g, g->work) == edge->to;
}

const move *step_graph_settled(const step_graph *g, uint32_t *count)
{
    *count = g->settled ? g->settled->count : 0;
    return g->settled ? g->settled->moves : NULL;
}

const transition_system *step_graph_system(const step_graph *g)
{
    return g->o.system;
}

uint32_t step_graph_count(const step_graph *g)
{
    return g->states ? intern_count(g->states) : (uint32_t)g->span_count;
}

uint64_t step_graph_edge_count(const step_graph *g)
{
    return g->edge_count;
}

uint64_t step_graph_moves(const step_graph *g)
{
    return g->moves;
}

uint64_t step_graph_bytes(const step_graph *g)
{
    return (g->states ? intern_bytes(g->states) : 0) + g->span_capacity * sizeof *g->spans +
           g->edge_capacity * sizeof *g->edges;
}

const int32_t *step_graph_cells(const step_graph *g, uint32_t state)
{
    return intern_get(g->states, state, NULL);
}

uint32_t step_graph_permuted(step_graph *g, uint32_t state, orbit_form *f, uint32_t permutation)
{
    memcpy(g->work, intern_get(g->states, state, NULL), size_of(g));
    orbit_form_permute(f, permutation, g->work);
    return intern_add(g->states, g->work, size_of(g));
}

const run *step_graph_failure(const step_graph *g)
{
    return &g->failure;
}
