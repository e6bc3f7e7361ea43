// SPDX-License-Identifier: MIT
// The graph of states of a small model: see verdict_plots.h. It is made without what is claimed, and
// at first without reductions, so that every state of the trace is in it; where that is too large,
// with those that leave all states of the trace as they are but for names; and then with all.

#include "base/memory.h"
#include "judge/evidence/plot_evidence.h"
#include "verify/any_threads.h"
#include "verify/counterexample/move_description.h"
#include "verify/counterexample/problem_text.h"
#include "verify/search/search_worker.h"
#include "verify/verdict_plots.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EDGES = 3000, MOST_WORDS = 200, LOOK_EVERY = 16 };

typedef struct drawn_edge {
    uint32_t from, to;
    bool fails; // then `to` counts failures
    char *what;
} drawn_edge;

typedef struct drawing {
    search q;
    worker *w;
    describer d;
    uint32_t from;
    int32_t *cells; // of that state
    text states[LP_GRAPH_MOST];
    drawn_edge *edges;
    size_t edge_count, edge_capacity;
    const char *failures[LP_GRAPH_MOST];
    uint32_t failure_count;
    bool too_large;
} drawing;

static void describe_path(drawing *g, const successors *path, text *out)
{
    for (uint32_t i = 0; i < path->path_count; i++) {
        text where = {0};
        text_add(out, "%s", i ? "; " : "");
        if (g->q.system->front->component)
            text_add(out, "%s %u: ", g->q.system->front->component, path->path[i].thread);
        describe_move(&g->d, &path->path[i], g->cells, out, &where);
        text_fini(&where);
    }
}

// Edges between the same states are one.
static void add_edge(drawing *g, uint32_t to, bool fails, const successors *path)
{
    text what = {0};
    describe_path(g, path, &what);
    const char *words = what.bytes ? what.bytes : "";
    for (size_t i = g->edge_count; i > 0 && g->edges[i - 1].from == g->from; i--) {
        drawn_edge *e = &g->edges[i - 1];
        if (e->to != to || e->fails != fails)
            continue;
        if (!strstr(e->what, words) && strlen(e->what) + what.length < MOST_WORDS) {
            char *both = text_format("%s, or %s", e->what, words);
            free(e->what);
            e->what = both;
        }
        text_fini(&what);
        return;
    }
    MEMORY_GROW(g->edges, g->edge_capacity, g->edge_count + 1);
    g->edges[g->edge_count++] = (drawn_edge){g->from, to, fails, memory_string(words)};
    text_fini(&what);
}

// The number of a failure of this state.
static uint32_t failure(drawing *g, const char *what)
{
    for (size_t i = g->edge_count; i > 0 && g->edges[i - 1].from == g->from; i--)
        if (g->edges[i - 1].fails && strcmp(g->failures[g->edges[i - 1].to], what) == 0)
            return g->edges[i - 1].to;
    g->failures[g->failure_count] = what;
    return g->failure_count++;
}

static bool visit(void *context, const successors *path, const int32_t *after)
{
    drawing *g = context;
    uint32_t to;
    bool fresh, fails = path->run.problem != 0;
    g->too_large |= g->edge_count == MOST_EDGES || g->failure_count == LP_GRAPH_MOST;
    if (!g->too_large && fails)
        to = failure(g, problem_text((problem)path->run.problem));
    else if (!g->too_large)
        g->too_large = !worker_enter(g->w, after, g->q.property.start, &to, &fresh);
    if (!g->too_large)
        add_edge(g, to, fails, path);
    return !g->too_large;
}

static void describe_threads(const drawing *g, text *out)
{
    const program *p = g->q.system->p;
    for (uint32_t t = 0; g->q.system->front->component && t < p->threads; t++) {
        const routine *r = NULL;
        uint32_t pc = (uint32_t)g->cells[p->layout.threads + t * p->layout.thread_stride];
        const instr *next = program_instr(p, pc, &r);
        uint32_t line, column, returning = next ? 0 : g->q.system->returns[pc];
        if (!next && !returning)
            continue;
        uint32_t at = next ? next->at : p->routines[returning - 1].method->at;
        source_position(&g->q.system->m->source, at, &line, &column);
        text_add(out, "%s%s %u %s line %u", out->length ? "\n" : "", g->q.system->front->component,
                 t, next ? "at" : "returns, ", line);
    }
}

static bool explore(drawing *g)
{
    run r = {0};
    uint32_t first;
    bool fresh;
    system_start(g->q.system, g->cells, &r);
    if (r.problem || !worker_enter(g->w, g->cells, g->q.property.start, &first, &fresh))
        return false;
    for (g->from = 0; g->from < search_count(&g->q); g->from++) {
        uint32_t most = LP_GRAPH_MOST - g->failure_count;
        if (g->too_large || g->from >= most ||
            (g->from % LOOK_EVERY == 0 && limits_reached(g->q.o.limits)))
            return false;
        worker_get(g->w, g->from, g->cells);
        describer_fini(&g->d);
        describer_init(&g->d, g->q.system, g->cells);
        describe_shared(&g->d, g->cells, &g->states[g->from]);
        describe_threads(g, &g->states[g->from]);
        successors_expand(worker_successors(g->w), g->cells, visit, g);
    }
    return !g->too_large && search_count(&g->q) + g->failure_count <= LP_GRAPH_MOST;
}

static bool leads(const drawing *g, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < g->edge_count; i++)
        if (g->edges[i].from == from && g->edges[i].to == to && !g->edges[i].fails)
            return true;
    return false;
}

static const char *words_of(const text *t)
{
    return t->bytes ? t->bytes : "";
}

// A state of the trail; `before`: the one before it, or LP_GRAPH_MOST. False: it is not known which.
static bool find(drawing *g, const state_trail *trail, size_t i, uint32_t states, uint32_t before,
                 uint32_t *at)
{
    if (!g->q.system->front->show) {
        bool fresh;
        return worker_enter(g->w, trail->cells + i * trail->width, g->q.property.start, at,
                            &fresh) &&
               *at < states;
    }
    uint32_t found = 0;
    for (uint32_t s = 0; s < states; s++)
        if (strcmp(words_of(&g->states[s]), words_of(&trail->words[i])) == 0 &&
            (i == 0 ? s == 0 : leads(g, before, s)) && ++found)
            *at = s;
    return found == 1;
}

static void put_path(drawing *g, const job *j, uint32_t states)
{
    const state_trail *trail = j->trail;
    const lp_verdict *v = j->out;
    bool fails = v->trace_count && trail->count == v->trace_count;
    if (!v->trace_count || trail->width != g->q.system->p->layout.cells ||
        (!fails && trail->count != v->trace_count + 1))
        return;
    uint32_t at = LP_GRAPH_MOST, ways = 0, end = 0;
    for (size_t i = 0; i < trail->count; i++) {
        if (find(g, trail, i, states, at, &at))
            verdict_graph_path(j->out, at);
        else if (g->q.system->front->show)
            return;
    }
    for (size_t i = 0; fails && i < g->edge_count; i++)
        if (g->edges[i].from == at && g->edges[i].fails && ++ways)
            end = g->edges[i].to;
    if (ways == 1)
        verdict_graph_path(j->out, states + end);
}

static void put_graph(drawing *g, const job *j)
{
    uint32_t states = search_count(&g->q);
    for (uint32_t i = 0; i < states; i++)
        verdict_graph_state(j->out, words_of(&g->states[i]), i == 0);
    for (uint32_t i = 0; i < g->failure_count; i++)
        verdict_graph_state(j->out, g->failures[i], false);
    for (size_t i = 0; i < g->edge_count; i++)
        verdict_graph_edge(j->out, g->edges[i].from,
                           g->edges[i].to + (g->edges[i].fails ? states : 0), g->edges[i].what);
    put_path(g, j, states);
}

// False: it is too large, or the time is up.
static bool draw(job *j, uint32_t reductions)
{
    error ignored = {0};
    verify_options o = *j->o;
    o.reductions &= reductions;
    job k = {.m = j->m,
             .v = j->v,
             .o = &o,
             .pool = j->pool,
             .e = &ignored,
             .out = j->out,
             .bounds = j->bounds};
    k.bounds.view = VIEW_ALL;
    if (limits_reached(o.limits) || !system_init(&k.system, k.v, &k.bounds, k.pool, &ignored))
        return true; // there is no use in trying again
    job_prepare_drawing(&k);
    search_options options = {.reductions = o.reductions & job_kept_reductions(&k),
                              .jobs = 1,
                              .heap = o.heap,
                              .wide = true,
                              .dead = k.dead,
                              .eager = k.eager,
                              .orbits = k.orbits,
                              .limits = o.limits};
    drawing *g = memory_new(1, sizeof *g);
    search_init(&g->q, &k.system, property_none(), &options);
    g->w = search_worker(&g->q);
    g->cells = memory_new(k.system.p->layout.cells, sizeof *g->cells);
    describer_init(&g->d, &k.system, g->cells);
    store_enter(g->w->view);
    bool all = explore(g);
    if (all)
        put_graph(g, j);
    store_leave(g->w->view);
    describer_fini(&g->d);
    for (uint32_t i = 0; i < LP_GRAPH_MOST; i++)
        text_fini(&g->states[i]);
    for (size_t i = 0; i < g->edge_count; i++)
        free(g->edges[i].what);
    free(g->edges);
    free(g->cells);
    search_fini(&g->q);
    free(g);
    job_forget_reductions(&k);
    system_fini(&k.system);
    return all;
}

void job_add_graph(job *j)
{
    static const uint32_t tries[] = {
        REDUCE_DEAD, REDUCE_DEAD | REDUCE_THREADS | REDUCE_COMPONENTS | REDUCE_MESSAGES,
        REDUCE_ALL};
    if (!j->trail || j->out->outcome == LP_ERROR || j->related || any_threads_asked(j->v, j->o) ||
        j->o->histories)
        return;
    graph_clear(j->out);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if (draw(j, tries[i]))
            return;
}
