// SPDX-License-Identifier: MIT
// See bisimulation.h.

#include "verify/compare/bisimulation.h"

#include "base/memory.h"
#include "base/short_sort.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 100, LOOK_EVERY = 1 << 12, UNMET = 0 };

// A component of unseen steps. They are numbered such that unseen steps lead to smaller numbers.
typedef struct component {
    bool cyclic;
    size_t first; // of its edges, which lead to components
    uint32_t count;
} component;

typedef struct partitioning {
    step_graph *graph;
    limits *limits;
    bool divergences;
    uint32_t states;
    uint32_t *of; // each state's component
    component *components;
    uint32_t count;
    size_t capacity;
    graph_edge *edges;
    size_t edge_count, edge_capacity;
    uint32_t *block, *next_block, *signature; // of each component
    uint32_t blocks;
    uint64_t *work; // a signature that is being made
    size_t work_count, work_capacity;
} partitioning;

// Tarjan's algorithm, without recursion.
typedef struct tarjan {
    uint32_t *when, *low, *next, *path, *stack;
    uint32_t clock, path_count, stack_count;
    bool *loops; // states with an unseen step to themselves
} tarjan;

static bool meet_all(partitioning *p, uint32_t most)
{
    uint32_t count;
    if (step_graph_start(p->graph) == GRAPH_FAILED)
        return false;
    for (uint32_t i = 0; i < step_graph_count(p->graph); i++)
        if (step_graph_count(p->graph) > most || !step_graph_edges(p->graph, i, &count))
            return false;
    p->states = step_graph_count(p->graph);
    return true;
}

static void begin_state(tarjan *t, uint32_t state)
{
    t->when[state] = t->low[state] = ++t->clock;
    t->next[state] = 0;
    t->path[t->path_count++] = t->stack[t->stack_count++] = state;
}

static void close_component(partitioning *p, tarjan *t, uint32_t state)
{
    uint32_t top;
    bool several = t->stack[t->stack_count - 1] != state;
    MEMORY_GROW(p->components, p->capacity, (size_t)p->count + 1);
    component *c = &p->components[p->count];
    *c = (component){.cyclic = several};
    do {
        top = t->stack[--t->stack_count];
        p->of[top] = p->count;
        c->cyclic |= t->loops[top];
    } while (top != state);
    p->count++;
}

static void finish_state(partitioning *p, tarjan *t, uint32_t state)
{
    t->path_count--;
    if (t->low[state] == t->when[state])
        close_component(p, t, state);
    if (t->path_count) {
        uint32_t before = t->path[t->path_count - 1];
        if (t->low[state] < t->low[before])
            t->low[before] = t->low[state];
    }
}

static void find_from(partitioning *p, tarjan *t, uint32_t state)
{
    uint32_t count;
    begin_state(t, state);
    while (t->path_count) {
        uint32_t now = t->path[t->path_count - 1], k = t->next[now]++;
        const graph_edge *edges = step_graph_edges(p->graph, now, &count);
        if (k == count || edges[k].label != LABEL_UNSEEN) {
            finish_state(p, t, now);
            continue;
        }
        uint32_t to = edges[k].to;
        t->loops[now] |= to == now;
        if (t->when[to] == UNMET)
            begin_state(t, to);
        else if (p->of[to] == UINT32_MAX && t->when[to] < t->low[now])
            t->low[now] = t->when[to];
    }
}

static void find_components(partitioning *p)
{
    size_t room = (size_t)p->states + 1;
    tarjan t = {.when = memory_new(room, sizeof *t.when),
                .low = memory_new(room, sizeof *t.low),
                .next = memory_new(room, sizeof *t.next),
                .path = memory_new(room, sizeof *t.path),
                .stack = memory_new(room, sizeof *t.stack),
                .loops = memory_new(room, sizeof *t.loops)};
    p->of = memory_new(room, sizeof *p->of);
    for (uint32_t i = 0; i < p->states; i++)
        p->of[i] = UINT32_MAX;
    for (uint32_t i = 0; i < p->states; i++)
        if (t.when[i] == UNMET)
            find_from(p, &t, i);
    free(t.when);
    free(t.low);
    free(t.next);
    free(t.path);
    free(t.stack);
    free(t.loops);
}

// Those of each group, one group after the other; where they begin is in `first`, which has room for two
// more than groups.
static uint32_t *group_states(const uint32_t *of, uint32_t groups, uint32_t count, size_t *first)
{
    uint32_t *sorted = memory_new((size_t)count + 1, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        first[of[i] + 1]++;
    for (uint32_t i = 0; i < groups; i++)
        first[i + 1] += first[i];
    for (uint32_t i = count; i-- > 0;)
        sorted[--first[of[i] + 1]] = i;
    for (uint32_t i = 0; i < groups; i++)
        first[i] = first[i + 1];
    first[groups] = count;
    return sorted;
}

// Edges between components; those unseen within one are gone.
static void add_edges(partitioning *p)
{
    size_t *first = memory_new((size_t)p->count + 2, sizeof *first);
    uint32_t *states = group_states(p->of, p->count, p->states, first), count;
    for (uint32_t c = 0; c < p->count; c++) {
        size_t from = p->edge_count;
        for (size_t i = first[c]; i < first[c + 1]; i++) {
            const graph_edge *edges = step_graph_edges(p->graph, states[i], &count);
            for (uint32_t k = 0; k < count; k++) {
                uint32_t to = p->of[edges[k].to];
                if (edges[k].label == LABEL_UNSEEN && to == c)
                    continue;
                MEMORY_GROW(p->edges, p->edge_capacity, p->edge_count + 1);
                p->edges[p->edge_count++] = (graph_edge){edges[k].label, to};
            }
        }
        p->components[c].first = from;
        p->components[c].count =
            (uint32_t)graph_edges_sort(p->edges + from, p->edge_count - from, p->edges + from);
        p->edge_count = from + p->components[c].count;
    }
    free(states);
    free(first);
}

static void put(partitioning *p, uint64_t item)
{
    MEMORY_GROW(p->work, p->work_capacity, p->work_count + 1);
    p->work[p->work_count++] = item;
}

static bool is_less(const uint64_t *x, const uint64_t *y)
{
    return *x < *y;
}

SHORT_SORT(sort_items, uint64_t, is_less)

// What a component can do, unseen steps within its block aside. Those lead to components whose
// signatures of this round are there already.
//
// The block itself is no part of it: from one block on, those with the same signature were together before.
// Else let k be the last round after which s and t were together, in a block K, and (a, C) an item of s's
// signature by the blocks of k, by a path within K. By the blocks of now, which are parts of those, the path
// stays in the block of s, and t has the same item; or it leaves it first for some D within K, t has the item
// (unseen, D), and what t comes to in D has by the blocks of k the signature of all of D, with (a, C): they
// were told apart by it. Either way t has (a, C) by the blocks of k, so s and t are together after k + 1.
static uint32_t sign(partitioning *p, intern *signatures, uint32_t c)
{
    const component *it = &p->components[c];
    const uint64_t going_on = UINT64_MAX; // no label and block
    p->work_count = 0;
    for (uint32_t i = 0; i < it->count; i++) {
        graph_edge e = p->edges[it->first + i];
        if (e.label != LABEL_UNSEEN || p->block[e.to] != p->block[c]) {
            put(p, (uint64_t)e.label << 32 | p->block[e.to]);
            continue;
        }
        size_t length;
        const uint64_t *items = intern_get(signatures, p->signature[e.to], &length);
        for (size_t k = 0; k < length / sizeof *items; k++)
            put(p, items[k]);
    }
    if (p->divergences && it->cyclic)
        put(p, going_on);
    size_t kept = 0;
    sort_items(p->work, p->work_count);
    for (size_t i = 0; i < p->work_count; i++)
        if (i == 0 || p->work[i] != p->work[kept - 1])
            p->work[kept++] = p->work[i];
    return intern_add(signatures, kept ? (const void *)p->work : "", kept * sizeof *p->work);
}

// One round. False: a limit was reached.
static bool refine(partitioning *p)
{
    intern *signatures = intern_new();
    bool ok = true;
    for (uint32_t c = 0; c < p->count && ok; c++) {
        p->signature[c] = p->next_block[c] = sign(p, signatures, c);
        ok = c % LOOK_EVERY || !p->limits || !limits_reached(p->limits);
    }
    p->blocks = intern_count(signatures);
    intern_free(signatures);
    uint32_t *was = p->block;
    p->block = p->next_block;
    p->next_block = was;
    return ok;
}

static bool find_blocks(partitioning *p)
{
    size_t room = (size_t)p->count + 1;
    p->block = memory_new(room, sizeof *p->block);
    p->next_block = memory_new(room, sizeof *p->next_block);
    p->signature = memory_new(room, sizeof *p->signature);
    uint32_t before = 0, rounds = 0;
    for (p->blocks = 1; p->blocks != before; rounds++) {
        before = p->blocks;
        if (rounds == MOST_ROUNDS || !refine(p))
            return false;
    }
    return true;
}

static step_graph *quotient(const partitioning *p)
{
    size_t *members = memory_new((size_t)p->blocks + 2, sizeof *members), count = 0, capacity = 0;
    size_t *first = memory_new((size_t)p->blocks + 2, sizeof *first);
    uint32_t *sorted = group_states(p->block, p->blocks, p->count, members);
    graph_edge *edges = NULL;
    for (uint32_t b = 0; b < p->blocks; b++) {
        first[b] = count;
        for (size_t i = members[b]; i < members[b + 1]; i++) {
            const component *c = &p->components[sorted[i]];
            MEMORY_GROW(edges, capacity, count + c->count + 1);
            for (uint32_t k = 0; k < c->count; k++) {
                graph_edge e = p->edges[c->first + k];
                uint32_t to = p->block[e.to];
                if (e.label != LABEL_UNSEEN || to != b)
                    edges[count++] = (graph_edge){e.label, to};
            }
            if (p->divergences && c->cyclic)
                edges[count++] = (graph_edge){LABEL_UNSEEN, b};
        }
        count = first[b] + graph_edges_sort(edges + first[b], count - first[b], edges + first[b]);
    }
    first[p->blocks] = count;
    if (!edges)
        edges = memory_new(1, sizeof *edges);
    uint32_t start = p->block[p->of[step_graph_start(p->graph)]];
    step_graph *g = step_graph_of_edges(start, p->blocks, first, edges);
    free(members);
    free(first);
    free(sorted);
    return g;
}

step_graph *bisimulation_quotient(step_graph *g, bool divergences, uint32_t most, limits *l)
{
    partitioning p = {.graph = g, .limits = l, .divergences = divergences};
    step_graph *smaller = NULL;
    if (meet_all(&p, most)) {
        find_components(&p);
        add_edges(&p);
        if (find_blocks(&p))
            smaller = quotient(&p);
    }
    free(p.of);
    free(p.components);
    free(p.edges);
    free(p.block);
    free(p.next_block);
    free(p.signature);
    free(p.work);
    return smaller;
}
