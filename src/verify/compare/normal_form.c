// SPDX-License-Identifier: MIT
// See normal_form.h.

#include "verify/compare/normal_form.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct normal_form {
    step_graph *graph;
    intern *sets;
    intern *asked;    // (set, label) …
    uint32_t *answer; // … → set
    size_t answer_capacity;
    // A set that is being made: its states, and which states are in it.
    uint32_t *list;
    uint32_t list_count;
    size_t list_capacity;
    bool *in;
    size_t in_count, in_capacity;
};

normal_form *normal_form_new(step_graph *g)
{
    normal_form *n = memory_new(1, sizeof *n);
    n->graph = g;
    n->sets = intern_new();
    n->asked = intern_new();
    intern_add(n->sets, "", 0); // NORMAL_EMPTY
    return n;
}

void normal_form_free(normal_form *n)
{
    if (!n)
        return;
    intern_free(n->sets);
    intern_free(n->asked);
    free(n->answer);
    free(n->list);
    free(n->in);
    free(n);
}

static void put(normal_form *n, uint32_t state)
{
    MEMORY_GROW(n->in, n->in_capacity, (size_t)state + 1);
    while (n->in_count <= state)
        n->in[n->in_count++] = false;
    if (n->in[state])
        return;
    n->in[state] = true;
    MEMORY_GROW(n->list, n->list_capacity, (size_t)n->list_count + 1);
    n->list[n->list_count++] = state;
}

// What steps that are not seen lead to. False: one fails.
static bool close_set(normal_form *n)
{
    for (uint32_t i = 0; i < n->list_count; i++) {
        uint32_t count;
        const graph_edge *edges = step_graph_edges(n->graph, n->list[i], &count);
        if (!edges)
            return false;
        for (uint32_t k = 0; k < count && edges[k].label == LABEL_UNSEEN; k++)
            put(n, edges[k].to);
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// The list becomes a set, and is empty again.
static uint32_t finish(normal_form *n, bool ok)
{
    for (uint32_t i = 0; i < n->list_count; i++)
        n->in[n->list[i]] = false;
    if (n->list_count)
        qsort(n->list, n->list_count, sizeof *n->list, by_number);
    uint32_t set = ok ? intern_add(n->sets, n->list_count ? (const void *)n->list : "",
                                   n->list_count * sizeof *n->list)
                      : NORMAL_FAILED;
    n->list_count = 0;
    return set;
}

uint32_t normal_form_start(normal_form *n)
{
    uint32_t start = step_graph_start(n->graph);
    if (start == GRAPH_FAILED)
        return NORMAL_FAILED;
    put(n, start);
    return finish(n, close_set(n));
}

const uint32_t *normal_form_states(const normal_form *n, uint32_t set, uint32_t *count)
{
    size_t length;
    const uint32_t *states = intern_get(n->sets, set, &length);
    *count = (uint32_t)(length / sizeof *states);
    return states;
}

static uint32_t make_after(normal_form *n, uint32_t set, uint32_t label)
{
    uint32_t count, edge_count;
    const uint32_t *states = normal_form_states(n, set, &count);
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const graph_edge *edges = step_graph_edges(n->graph, states[i], &edge_count);
        ok = edges != NULL;
        for (uint32_t k = 0; ok && k < edge_count; k++)
            if (edges[k].label == label)
                put(n, edges[k].to);
    }
    ok = ok && close_set(n);
    return finish(n, ok);
}

uint32_t normal_form_after(normal_form *n, uint32_t set, uint32_t label)
{
    assert(label != LABEL_UNSEEN);
    const uint32_t key[] = {set, label};
    bool fresh;
    uint32_t which = intern_add_fresh(n->asked, key, sizeof key, &fresh);
    MEMORY_GROW(n->answer, n->answer_capacity, (size_t)which + 1);
    if (fresh || n->answer[which] == NORMAL_FAILED)
        n->answer[which] = make_after(n, set, label);
    return n->answer[which];
}

uint32_t normal_form_permuted(normal_form *n, uint32_t set, orbit_form *f, uint32_t permutation)
{
    uint32_t count;
    const uint32_t *states = normal_form_states(n, set, &count);
    for (uint32_t i = 0; i < count; i++)
        put(n, step_graph_permuted(n->graph, states[i], f, permutation));
    return finish(n, true);
}

bool normal_form_within(const normal_form *n, uint32_t less, uint32_t more)
{
    uint32_t few, many, k = 0;
    const uint32_t *a = normal_form_states(n, less, &few);
    const uint32_t *b = normal_form_states(n, more, &many);
    for (uint32_t i = 0; i < few; i++, k++) {
        while (k < many && b[k] < a[i])
            k++;
        if (k == many || b[k] != a[i])
            return false;
    }
    return true;
}

uint32_t normal_form_count(const normal_form *n)
{
    return intern_count(n->sets) - 1; // the empty one is none
}
