// SPDX-License-Identifier: MIT
// See effect_graph.h. While it is made, edges are in the order in which they were met, and some are met twice.

#include "explore/effects/effect_graph.h"

#include "base/memory.h"
#include "explore/show/source_lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct extent {
    uint32_t nodes, scenarios, processes;
    size_t edges;
} extent;

struct effect_graph {
    const subject *subject;
    bool merge, closed;
    extent now, finished, kept;
    effect_edge *edges;
    size_t edge_capacity;
    size_t *first; // edge of each node, when closed
    intern *labels, *places;
    intern *codes, *spots; // return addresses, and where they are in the source
    const void **code;     // of each return address, the first one at its spot
    const void **first_at; // of each spot
    size_t code_capacity, spot_capacity;
    intern *states; // hashes, of this scenario
    uint32_t *numbers;
    size_t number_capacity;
    intern *between; // nodes between the edges of one choice, of this scenario
    uint32_t *between_numbers;
    size_t between_capacity;
    effect_scenario *scenarios;
    size_t scenario_capacity;
};

effect_kind effect_kind_of(lp_value v)
{
    if (v.kind == LP_KIND_NIL)
        return EFFECT_NIL;
    if (v.kind == LP_KIND_BOOL)
        return v.bits ? EFFECT_TRUE : EFFECT_FALSE;
    return EFFECT_OTHER;
}

effect_graph *effect_graph_new(const subject *s, bool merge)
{
    effect_graph *g = memory_new(1, sizeof *g);
    *g = (effect_graph){.subject = s, .merge = merge, .labels = intern_new()};
    g->places = intern_new();
    g->codes = intern_new();
    g->spots = intern_new();
    g->now.nodes = EFFECT_END + 1;
    g->now.processes = 1;
    g->finished = g->kept = g->now;
    return g;
}

void effect_graph_free(effect_graph *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; i < g->now.scenarios; i++)
        free(g->scenarios[i].name);
    intern_free(g->labels);
    intern_free(g->places);
    intern_free(g->codes);
    intern_free(g->spots);
    free(g->code);
    free(g->first_at);
    intern_free(g->states);
    intern_free(g->between);
    free(g->edges);
    free(g->first);
    free(g->numbers);
    free(g->between_numbers);
    free(g->scenarios);
    free(g);
}

static void back_to(effect_graph *g, extent to)
{
    while (g->now.scenarios > to.scenarios)
        free(g->scenarios[--g->now.scenarios].name);
    g->now = to;
    intern_free(g->states);
    intern_free(g->between);
    g->states = intern_new();
    g->between = intern_new();
}

void effect_graph_begin(effect_graph *g, const scenario *sc)
{
    back_to(g, g->finished);
    text t = {0};
    scenario_print(g->subject->pool, sc, &t);
    MEMORY_GROW(g->scenarios, g->scenario_capacity, (size_t)g->now.scenarios + 1);
    g->scenarios[g->now.scenarios++] = (effect_scenario){.name = text_take(&t)};
    if (g->now.processes < sc->thread_count + 1)
        g->now.processes = sc->thread_count + 1;
}

void effect_graph_again(effect_graph *g)
{
    extent to = g->finished;
    to.scenarios = g->now.scenarios;
    to.processes = g->now.processes;
    back_to(g, to);
}

void effect_graph_finish(effect_graph *g, uint64_t shared_stacks, uint64_t shared_tls)
{
    if (g->now.scenarios == g->finished.scenarios)
        return; // it was passed over
    effect_scenario *s = &g->scenarios[g->now.scenarios - 1];
    s->shared_stacks = shared_stacks;
    s->shared_tls = shared_tls;
    g->finished = g->now;
}

void effect_graph_keep(effect_graph *g)
{
    g->kept = g->finished;
}

void effect_graph_rewind(effect_graph *g)
{
    back_to(g, g->kept);
    g->finished = g->kept;
}

static uint32_t numbered(effect_graph *g, intern *in, const void *key, size_t size,
                         uint32_t **numbers, size_t *capacity)
{
    bool fresh;
    uint32_t i = intern_add_fresh(in, key, size, &fresh);
    MEMORY_GROW(*numbers, *capacity, (size_t)i + 1);
    if (fresh)
        (*numbers)[i] = g->now.nodes++;
    return (*numbers)[i];
}

bool effect_graph_merges(const effect_graph *g)
{
    return g->merge;
}

uint32_t effect_graph_node(effect_graph *g, const uint64_t hash[2])
{
    if (!g->merge)
        return g->now.nodes++;
    return numbered(g, g->states, hash, 2 * sizeof *hash, &g->numbers, &g->number_capacity);
}

static uint32_t node_between(effect_graph *g, uint32_t from, uint32_t choice, uint32_t part)
{
    const uint32_t key[] = {from, choice, part};
    return numbered(g, g->between, key, sizeof key, &g->between_numbers, &g->between_capacity);
}

// A compiler may make several copies of a statement: they are one place.
static const void *code_at(effect_graph *g, const void *pc)
{
    bool fresh;
    uint32_t number = intern_add_fresh(g->codes, &pc, sizeof pc, &fresh);
    if (!fresh)
        return g->code[number];
    MEMORY_GROW(g->code, g->code_capacity, (size_t)number + 1);
    g->code[number] = pc;
    char *spot = pc ? source_spot(pc) : NULL;
    if (!spot)
        return pc;
    uint32_t at = intern_add_fresh(g->spots, spot, strlen(spot), &fresh);
    MEMORY_GROW(g->first_at, g->spot_capacity, (size_t)at + 1);
    if (fresh)
        g->first_at[at] = pc;
    free(spot);
    return g->code[number] = g->first_at[at];
}

uint32_t effect_graph_place(effect_graph *g, const effect_place *p)
{
    effect_place at = *p;
    at.pc = code_at(g, p->pc);
    at.after = code_at(g, p->after);
    return intern_add(g->places, &at, sizeof at);
}

void effect_graph_add(effect_graph *g, uint32_t from, uint32_t to, uint32_t choice,
                      const effect_label *moves, uint32_t count)
{
    uint32_t at = from;
    if (from == EFFECT_START)
        choice = g->now.scenarios - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + 1 == count ? to : node_between(g, from, choice, i);
        uint32_t label = intern_add(g->labels, &moves[i], sizeof *moves);
        MEMORY_GROW(g->edges, g->edge_capacity, g->now.edges + 1);
        g->edges[g->now.edges++] = (effect_edge){at, next, label, i ? NO_CHOICE : choice};
        at = next;
    }
}

static int by_source(const void *a, const void *b)
{
    const effect_edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->choice != y->choice)
        return x->choice < y->choice ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->label < y->label ? -1 : x->label > y->label;
}

void effect_graph_close(effect_graph *g)
{
    size_t count = 0;
    assert(!g->closed);
    g->closed = true;
    qsort(g->edges, g->now.edges, sizeof *g->edges, by_source);
    for (size_t i = 0; i < g->now.edges; i++)
        if (!count || by_source(&g->edges[count - 1], &g->edges[i]))
            g->edges[count++] = g->edges[i];
    g->now.edges = count;
    g->first = memory_new((size_t)g->now.nodes + 1, sizeof *g->first);
    for (size_t i = 0; i < count; i++)
        g->first[g->edges[i].from + 1]++;
    for (uint32_t n = 0; n < g->now.nodes; n++)
        g->first[n + 1] += g->first[n];
}

const subject *effect_graph_subject(const effect_graph *g)
{
    return g->subject;
}

uint32_t effect_graph_processes(const effect_graph *g)
{
    return g->now.processes;
}

uint32_t effect_graph_nodes(const effect_graph *g)
{
    return g->now.nodes;
}

size_t effect_graph_edge_count(const effect_graph *g)
{
    return g->now.edges;
}

bool effect_graph_returns(const effect_graph *g, uint32_t method)
{
    bool found = false;
    for (uint32_t i = 0; i < intern_count(g->labels) && !found; i++) {
        const effect_label *l = effect_graph_label(g, i);
        found = l->move == MOVE_RETURN && l->method == method && l->value.kind != LP_KIND_UNIT;
    }
    return found;
}

uint32_t effect_graph_place_count(const effect_graph *g)
{
    return intern_count(g->places);
}

effect_place effect_graph_place_get(const effect_graph *g, uint32_t place)
{
    return *(const effect_place *)intern_get(g->places, place, NULL);
}

const effect_label *effect_graph_label(const effect_graph *g, uint32_t label)
{
    return intern_get(g->labels, label, NULL);
}

const effect_edge *effect_graph_edges(const effect_graph *g, uint32_t node, uint32_t *count)
{
    assert(g->closed);
    *count = (uint32_t)(g->first[node + 1] - g->first[node]);
    return g->edges + g->first[node];
}

const effect_scenario *effect_graph_scenario(const effect_graph *g, const effect_edge *e)
{
    return &g->scenarios[e->choice];
}
