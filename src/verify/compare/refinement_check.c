// SPDX-License-Identifier: MIT
// See refinement_check.h.

#include "verify/compare/refinement_check.h"

#include "base/memory.h"

#include <stdlib.h>

enum { LOOK_EVERY = 256, NO_PAIR = UINT32_MAX };

// A state of A, and one of the normal form of B; how it was met first on a shortest trace.
typedef struct pair {
    uint32_t a, set;
    uint32_t parent, length; // of the trace
    graph_edge edge;         // of A, from the parent
    bool done;
} pair;

typedef struct pair_list {
    uint32_t *items;
    size_t count, capacity;
} pair_list;

typedef struct checking {
    refinement_check *c;
    normal_form *normal;
    tau_cycles *of_a, *of_b;
    intern *numbers;
    pair *pairs;
    size_t pair_capacity;
    pair_list now, next;
    uint8_t *divergent; // of each set: 1 no, 2 yes
    size_t divergent_count, divergent_capacity;
    uint32_t *offered;
    size_t offered_count, offered_capacity;
} checking;

static void push(pair_list *l, uint32_t number)
{
    MEMORY_GROW(l->items, l->capacity, l->count + 1);
    l->items[l->count++] = number;
}

// Meets a pair. One that was met on a longer trace, and is still to come, comes sooner.
static void meet(checking *k, const pair *p)
{
    const uint32_t key[] = {p->a, p->set};
    bool fresh;
    uint32_t number = intern_add_fresh(k->numbers, key, sizeof key, &fresh);
    MEMORY_GROW(k->pairs, k->pair_capacity, (size_t)number + 1);
    if (!fresh && (k->pairs[number].done || k->pairs[number].length <= p->length))
        return;
    bool later = p->parent != NO_PAIR && p->length > k->pairs[p->parent].length;
    k->pairs[number] = *p;
    push(later ? &k->next : &k->now, number);
}

// Can B diverge in one of the states of the set? False: it failed.
static bool diverges(checking *k, uint32_t set, bool *yes)
{
    MEMORY_GROW(k->divergent, k->divergent_capacity, (size_t)set + 1);
    while (k->divergent_count <= set)
        k->divergent[k->divergent_count++] = 0;
    if (!k->divergent[set]) {
        uint32_t count;
        const uint32_t *states = normal_form_states(k->normal, set, &count);
        bool on = false;
        for (uint32_t i = 0; i < count && !on; i++)
            if (!tau_cycles_on(k->of_b, states[i], &on))
                return false;
        k->divergent[set] = on ? 2 : 1;
    }
    *yes = k->divergent[set] == 2;
    return true;
}

static bool is_offered(const checking *k, uint32_t label)
{
    for (size_t i = 0; i < k->offered_count; i++)
        if (k->offered[i] == label)
            return true;
    return false;
}

// Is there a stable state of B in the set that offers no more than A does? For a deterministic one, all
// states have to offer no more. False: it failed.
static bool accepts(checking *k, uint32_t set, bool *yes)
{
    uint32_t count, edge_count;
    const uint32_t *states = normal_form_states(k->normal, set, &count);
    bool every = k->c->kind == CHECK_DETERMINISTIC;
    *yes = every;
    for (uint32_t i = 0; i < count && *yes == every; i++) {
        const graph_edge *edges = step_graph_edges(k->c->b, states[i], &edge_count);
        if (!edges)
            return false;
        bool within = every || edge_count == 0 || edges[0].label != LABEL_UNSEEN;
        for (uint32_t n = 0; within && n < edge_count; n++)
            if (edges[n].label != LABEL_UNSEEN && !is_offered(k, edges[n].label)) {
                within = false;
                k->c->refused = edges[n].label;
            }
        *yes = within;
    }
    return true;
}

// What A offers; is it stable?
static bool find_offered(checking *k, const graph_edge *edges, uint32_t count)
{
    k->offered_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        MEMORY_GROW(k->offered, k->offered_capacity, k->offered_count + 1);
        k->offered[k->offered_count++] = edges[i].label;
    }
    return count == 0 || edges[0].label != LABEL_UNSEEN;
}

// What is wrong with a pair, if something is. *cut: nothing has to be looked at after it.
static refinement_end judge_pair(checking *k, const pair *p, bool stable, bool *cut)
{
    refinement_kind kind = k->c->kind;
    bool on = false, yes = true;
    *cut = false;
    if (kind == CHECK_DIVERGENCES && !diverges(k, p->set, cut))
        return REFINEMENT_STOPPED;
    if (*cut)
        return REFINEMENT_HOLDS;
    if (kind != CHECK_FAILURES && !tau_cycles_on(k->of_a, p->a, &on))
        return REFINEMENT_STOPPED;
    if (on)
        return REFINEMENT_DIVERGES;
    if (kind == CHECK_DIVERGENCE_FREE || !stable)
        return REFINEMENT_HOLDS;
    if (!accepts(k, p->set, &yes))
        return REFINEMENT_STOPPED;
    return yes ? REFINEMENT_HOLDS : REFINEMENT_REFUSES;
}

static void add_path(checking *k, uint32_t number, const graph_edge *last)
{
    refinement_check *c = k->c;
    for (uint32_t i = number; k->pairs[i].parent != NO_PAIR; i = k->pairs[i].parent)
        c->path_count++;
    c->path = memory_new((size_t)c->path_count + 2, sizeof *c->path);
    uint32_t at = c->path_count;
    for (uint32_t i = number; k->pairs[i].parent != NO_PAIR; i = k->pairs[i].parent)
        c->path[--at] = k->pairs[i].edge;
    if (last)
        c->path[c->path_count++] = *last;
}

static refinement_end follow(checking *k, uint32_t number, const graph_edge *edges, uint32_t count)
{
    const pair p = k->pairs[number];
    for (uint32_t i = 0; i < count; i++) {
        bool seen = edges[i].label != LABEL_UNSEEN;
        pair to = {.a = edges[i].to,
                   .set = p.set,
                   .parent = number,
                   .length = p.length + seen,
                   .edge = edges[i]};
        if (seen && k->normal)
            to.set = normal_form_after(k->normal, p.set, edges[i].label);
        if (to.set == NORMAL_FAILED)
            return REFINEMENT_STOPPED;
        if (k->normal && to.set == NORMAL_EMPTY) {
            add_path(k, number, &edges[i]);
            return REFINEMENT_TRACE;
        }
        meet(k, &to);
    }
    return REFINEMENT_HOLDS;
}

static refinement_end expand(checking *k, uint32_t number)
{
    const pair p = k->pairs[number];
    uint32_t count;
    bool cut;
    const graph_edge *edges = step_graph_edges(k->c->a, p.a, &count);
    if (!edges)
        return REFINEMENT_STOPPED;
    refinement_end end = judge_pair(k, &p, find_offered(k, edges, count), &cut);
    if (end == REFINEMENT_REFUSES || end == REFINEMENT_DIVERGES) {
        add_path(k, number, NULL);
        if (end == REFINEMENT_DIVERGES)
            k->c->lap = tau_cycles_lap(k->of_a, p.a, &k->c->lap_count);
    }
    if (end != REFINEMENT_HOLDS || cut)
        return end;
    edges = step_graph_edges(k->c->a, p.a, &count); // others may have been made since
    return follow(k, number, edges, count);
}

static refinement_end run_levels(checking *k)
{
    while (k->now.count) {
        for (size_t i = 0; i < k->now.count; i++) {
            uint32_t number = k->now.items[i];
            if (k->pairs[number].done)
                continue;
            k->pairs[number].done = true;
            if (k->c->pairs++ % LOOK_EVERY == 0 && k->c->limits && limits_reached(k->c->limits))
                return REFINEMENT_STOPPED;
            refinement_end end = expand(k, number);
            if (end != REFINEMENT_HOLDS)
                return end;
        }
        pair_list was = k->now;
        k->now = k->next;
        k->next = was;
        k->next.count = 0;
    }
    return REFINEMENT_HOLDS;
}

refinement_end refinement_run(refinement_check *c)
{
    checking k = {.c = c, .numbers = intern_new()};
    pair first = {.a = step_graph_start(c->a), .set = 1, .parent = NO_PAIR};
    refinement_end end = REFINEMENT_STOPPED;
    k.of_a = tau_cycles_new(c->a);
    if (c->b) {
        k.normal = normal_form_new(c->b);
        k.of_b = tau_cycles_new(c->b);
        first.set = normal_form_start(k.normal);
    }
    if (first.a != GRAPH_FAILED && first.set != NORMAL_FAILED) {
        meet(&k, &first);
        end = run_levels(&k);
    }
    normal_form_free(k.normal);
    tau_cycles_free(k.of_a);
    tau_cycles_free(k.of_b);
    intern_free(k.numbers);
    free(k.pairs);
    free(k.now.items);
    free(k.next.items);
    free(k.divergent);
    free(k.offered);
    return end;
}

void refinement_fini(refinement_check *c)
{
    free(c->path);
    free(c->lap);
    c->path = NULL;
    c->lap = NULL;
}
