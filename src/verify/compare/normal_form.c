// SPDX-License-Identifier: MIT
// See normal_form.h.

#include "verify/compare/normal_form.h"

#include "base/memory.h"
#include "base/short_sort.h"
#include "verify/compare/pair_memo.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ANSWERS = 64, DENSE = 16 };

struct normal_form {
    step_graph *graph;
    intern *sets;
    uint64_t *sketch; // of each set: a bit for each of its states, many of which share one
    size_t sketch_count, sketch_capacity;
    pair_memo after; // of a set and a label: the set after it
    uint64_t looked; // states and edges, while sets were made
    // A set that is being made: its states, and which states are in it.
    uint32_t *list;
    uint32_t list_count;
    size_t list_capacity;
    bool *in;
    size_t in_capacity;
};

static void put(normal_form *n, uint32_t state)
{
    MEMORY_GROW_ZERO(n->in, n->in_capacity, (size_t)state + 1);
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
        n->looked++;
        for (uint32_t k = 0; k < count && edges[k].label == LABEL_UNSEEN; k++)
            put(n, edges[k].to);
    }
    return true;
}

static bool is_less(const uint32_t *x, const uint32_t *y)
{
    return *x < *y;
}

SHORT_SORT(sort_numbers, uint32_t, is_less)

// In increasing order. Where there are many, the marks are in that order.
static void sort_list(normal_form *n)
{
    uint32_t *list = n->list, count = n->list_count, lowest, highest;
    if (count <= SHORT_SORT_FEW) {
        sort_numbers(list, count);
        return;
    }
    lowest = highest = list[0];
    for (uint32_t i = 1; i < count; i++) {
        lowest = list[i] < lowest ? list[i] : lowest;
        highest = list[i] > highest ? list[i] : highest;
    }
    if ((highest - lowest) / DENSE < count) {
        uint32_t at = 0;
        for (uint32_t state = lowest; at < count; state++)
            if (n->in[state])
                list[at++] = state;
    } else {
        sort_numbers(list, count);
    }
}

static uint64_t sketch_of(const uint32_t *states, uint32_t count)
{
    uint64_t sketch = 0;
    for (uint32_t i = 0; i < count; i++)
        sketch |= UINT64_C(1) << (states[i] * UINT32_C(0x9e3779b1) >> 26);
    return sketch;
}

// The list becomes a set, and is empty again.
static uint32_t finish(normal_form *n, bool ok)
{
    bool fresh = false;
    uint32_t set = NORMAL_FAILED;
    if (ok) {
        sort_list(n);
        set = intern_add_fresh(n->sets, n->list_count ? (const void *)n->list : "",
                               n->list_count * sizeof *n->list, &fresh);
    }
    if (fresh) {
        MEMORY_GROW(n->sketch, n->sketch_capacity, n->sketch_count + 1);
        n->sketch[n->sketch_count++] = sketch_of(n->list, n->list_count);
    }
    for (uint32_t i = 0; i < n->list_count; i++)
        n->in[n->list[i]] = false;
    n->list_count = 0;
    return set;
}

normal_form *normal_form_new(step_graph *g)
{
    normal_form *n = memory_new(1, sizeof *n);
    n->graph = g;
    n->sets = intern_new();
    pair_memo_start(&n->after, FIRST_ANSWERS);
    finish(n, true); // NORMAL_EMPTY
    return n;
}

void normal_form_free(normal_form *n)
{
    if (!n)
        return;
    intern_free(n->sets);
    free(n->sketch);
    free(n->after.slots);
    free(n->list);
    free(n->in);
    free(n);
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

// The first edge with this label, or a greater one.
static uint32_t first_with(const graph_edge *edges, uint32_t count, uint32_t label)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (edges[middle].label < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t make_after(normal_form *n, uint32_t set, uint32_t label)
{
    uint32_t count, edge_count;
    const uint32_t *states = normal_form_states(n, set, &count);
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const graph_edge *edges = step_graph_edges(n->graph, states[i], &edge_count);
        ok = edges != NULL;
        for (uint32_t k = ok ? first_with(edges, edge_count, label) : 0;
             ok && k < edge_count && edges[k].label == label; k++)
            put(n, edges[k].to);
    }
    n->looked += count;
    ok = ok && close_set(n);
    return finish(n, ok);
}

uint32_t normal_form_after(normal_form *n, uint32_t set, uint32_t label)
{
    assert(label != LABEL_UNSEEN);
    const pair_key key = {set, label};
    const pair_answer *known = pair_memo_slot(&n->after, key);
    if (pair_memo_used(known))
        return known->answer_plus_one - 1;
    uint32_t after = make_after(n, set, label);
    if (after != NORMAL_FAILED)
        pair_memo_put(&n->after, key, after);
    return after;
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
    if (few > many || (n->sketch[less] & ~n->sketch[more]) != 0)
        return false;
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

uint64_t normal_form_looked(const normal_form *n)
{
    return n->looked;
}
