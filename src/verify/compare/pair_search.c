// SPDX-License-Identifier: MIT
// See pair_search.h.

#include "verify/compare/pair_search.h"

#include "base/memory.h"
#include "verify/compare/acceptances.h"
#include "verify/compare/pair_chains.h"

#include <stdlib.h>

enum { LOOK_EVERY = 256, WORTH = 8, WORTH_AT_LEAST = 1 << 16 };

typedef struct checking {
    refinement_check *c;
    step_graph *a, *b;
    bool stops;
    normal_form *normal;
    acceptances *accepted;
    tau_cycles *of_a, *of_b;
    pair_chains met;
    uint8_t *divergent; // of each set: 1 no, 2 yes
    size_t divergent_capacity;
} checking;

// Can B diverge in one of the states of the set? False: it failed.
static bool diverges(checking *k, uint32_t set, bool *yes)
{
    MEMORY_GROW_ZERO(k->divergent, k->divergent_capacity, (size_t)set + 1);
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

static bool is_offered(const graph_edge *edges, uint32_t count, uint32_t label)
{
    for (uint32_t i = 0; i < count; i++)
        if (edges[i].label == label)
            return true;
    return false;
}

// Does a state, if it is stable, offer all that can be done in the states of the set? False: it failed.
static bool offers_if_stable(checking *k, uint32_t state, uint32_t set, bool *yes)
{
    uint32_t count, offer_count, edge_count;
    const graph_edge *offered = step_graph_edges(k->a, state, &offer_count);
    const uint32_t *states = normal_form_states(k->normal, set, &count);
    if (!offered)
        return false;
    bool stable = offer_count == 0 || offered[0].label != LABEL_UNSEEN;
    for (uint32_t i = 0; i < count && *yes && stable; i++) {
        const graph_edge *edges = step_graph_edges(k->b, states[i], &edge_count);
        if (!edges)
            return false;
        for (uint32_t n = 0; *yes && n < edge_count; n++)
            if (edges[n].label != LABEL_UNSEEN &&
                !is_offered(offered, offer_count, edges[n].label)) {
                *yes = false;
                k->c->refused = edges[n].label;
            }
    }
    return true;
}

// What is wrong with a pair, if something is. *cut: nothing has to be looked at after it. Divergence
// comes first: where B diverges it has every refusal, and where A does it is wrong.
static refinement_end judge_pair(checking *k, const met_pair *p, bool *cut)
{
    refinement_kind kind = k->c->kind;
    bool on = false, yes = true;
    *cut = false;
    if (kind == CHECK_TRACES)
        return REFINEMENT_HOLDS;
    if (kind == CHECK_DIVERGENCES && !diverges(k, p->set, cut))
        return REFINEMENT_STOPPED;
    if (*cut)
        return REFINEMENT_HOLDS;
    if (kind != CHECK_FAILURES && !tau_cycles_on(k->of_a, p->a, &on))
        return REFINEMENT_STOPPED;
    if (on)
        return REFINEMENT_DIVERGES;
    if (kind == CHECK_DIVERGENCE_FREE)
        return REFINEMENT_HOLDS;
    if (kind == CHECK_DETERMINISTIC ? !offers_if_stable(k, p->a, p->set, &yes)
                                    : !acceptances_match(k->accepted, p->a, p->set, &yes))
        return REFINEMENT_STOPPED;
    return yes ? REFINEMENT_HOLDS : REFINEMENT_REFUSES;
}

static void add_path(checking *k, uint32_t number, const graph_edge *last)
{
    refinement_check *c = k->c;
    const met_pair *pairs = k->met.pairs;
    for (uint32_t i = number; pairs[i].parent != NO_PAIR; i = pairs[i].parent)
        c->path_count++;
    c->path = memory_new((size_t)c->path_count + 2, sizeof *c->path);
    uint32_t at = c->path_count;
    for (uint32_t i = number; pairs[i].parent != NO_PAIR; i = pairs[i].parent)
        c->path[--at] = (graph_edge){pairs[i].label, pairs[i].a};
    if (last)
        c->path[c->path_count++] = *last;
}

// Meets what steps lead to: those that are not seen, or those that are.
static refinement_end follow(checking *k, uint32_t number, bool seen)
{
    const met_pair p = k->met.pairs[number];
    uint32_t count, i = 0;
    const graph_edge *edges = step_graph_edges(k->a, p.a, &count);
    if (!edges)
        return REFINEMENT_STOPPED;
    while (seen && i < count && edges[i].label == LABEL_UNSEEN)
        i++;
    for (; i < count && (edges[i].label != LABEL_UNSEEN) == seen; i++) {
        met_pair to = {.a = edges[i].to, .set = p.set, .parent = number, .label = edges[i].label};
        if (seen && k->normal)
            to.set = normal_form_after(k->normal, p.set, to.label);
        if (to.set == NORMAL_FAILED)
            return REFINEMENT_STOPPED;
        if (k->normal && to.set == NORMAL_EMPTY) {
            add_path(k, number, &edges[i]);
            return REFINEMENT_TRACE;
        }
        pair_chains_meet(&k->met, &to);
    }
    return REFINEMENT_HOLDS;
}

// More than a few passes over all edges that are known.
static bool is_costly(const checking *k)
{
    if (!k->stops)
        return false;
    uint64_t known = step_graph_edge_count(k->a) + step_graph_edge_count(k->b) +
                     step_graph_count(k->a) + step_graph_count(k->b);
    return normal_form_looked(k->normal) + k->met.compared > WORTH_AT_LEAST + WORTH * known;
}

// Judges a pair, and goes on unseen.
static refinement_end look_at(checking *k, uint32_t number)
{
    const met_pair p = k->met.pairs[number];
    bool cut;
    if (k->c->pairs++ % LOOK_EVERY == 0) {
        if (k->c->limits && limits_reached(k->c->limits))
            return REFINEMENT_STOPPED;
        if (k->c->most_alike && number - k->met.level > k->c->most_alike)
            return REFINEMENT_STOPPED;
        if (is_costly(k))
            return REFINEMENT_COSTLY;
    }
    refinement_end end = judge_pair(k, &p, &cut);
    if (end == REFINEMENT_REFUSES || end == REFINEMENT_DIVERGES)
        add_path(k, number, NULL);
    if (end == REFINEMENT_DIVERGES)
        k->c->lap = tau_cycles_lap(k->of_a, p.a, &k->c->lap_count);
    return end != REFINEMENT_HOLDS || cut ? end : follow(k, number, false);
}

// Where B diverges nothing comes after it.
static bool goes_on(checking *k, const met_pair *p)
{
    bool cut = false;
    return k->c->kind != CHECK_DIVERGENCES || (diverges(k, p->set, &cut) && !cut);
}

// Pairs of one length of the trace: all that is not seen first, then what leads to the next length.
static refinement_end run_level(checking *k)
{
    pair_chains *met = &k->met;
    refinement_end end = REFINEMENT_HOLDS;
    uint32_t from = met->level;
    for (uint32_t i = from; i < met->count && end == REFINEMENT_HOLDS; i++)
        if (!pair_is_left_out(&met->pairs[i]))
            end = look_at(k, i);
    uint32_t to = met->level = met->count;
    for (uint32_t i = from; i < to && end == REFINEMENT_HOLDS; i++)
        if (!pair_is_left_out(&met->pairs[i]) && goes_on(k, &met->pairs[i]))
            end = follow(k, i, true);
    return end;
}

static void begin(checking *k, refinement_check *c, step_graph *a, step_graph *b)
{
    *k = (checking){.c = c, .a = a, .b = b, .of_a = tau_cycles_new(a)};
    if (b) {
        k->normal = normal_form_new(b);
        k->of_b = tau_cycles_new(b);
        k->accepted = acceptances_new(a, b, k->normal);
    }
    k->met = (pair_chains){.normal = k->normal};
    k->met.exact = c->exact || c->kind == CHECK_DETERMINISTIC;
}

static void end_check(checking *k)
{
    normal_form_free(k->normal);
    acceptances_free(k->accepted);
    tau_cycles_free(k->of_a);
    tau_cycles_free(k->of_b);
    pair_chains_fini(&k->met);
    free(k->divergent);
}

refinement_end pair_search_run(refinement_check *c, step_graph *a, step_graph *b, bool stops)
{
    checking k;
    begin(&k, c, a, b);
    k.stops = stops && b;
    met_pair first = {.a = step_graph_start(a), .set = 1, .parent = NO_PAIR};
    refinement_end end = REFINEMENT_STOPPED;
    if (k.normal)
        first.set = normal_form_start(k.normal);
    if (first.a != GRAPH_FAILED && first.set != NORMAL_FAILED) {
        pair_chains_meet(&k.met, &first);
        do
            end = run_level(&k);
        while (end == REFINEMENT_HOLDS && k.met.level < k.met.count);
    }
    c->sets = k.normal ? normal_form_count(k.normal) : 0;
    end_check(&k);
    return end;
}
