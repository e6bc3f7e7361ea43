// SPDX-License-Identifier: MIT
// Traces, failures and divergences of a graph to a depth, by their definitions, and refinement as
// inclusion of them: see naive_process.h.

#include "naive_process.h"

#include "base/memory.h"

#include <stdlib.h>

static uint64_t closed(const naive_graph *g, uint64_t set)
{
    for (uint64_t before = 0; before != set;) {
        before = set;
        for (uint32_t i = 0; i < g->edges; i++)
            if (g->edge[i].label == NAIVE_TAU && (set >> g->edge[i].from & 1))
                set |= UINT64_C(1) << g->edge[i].to;
    }
    return set;
}

static uint64_t after(const naive_graph *g, uint64_t set, uint32_t label)
{
    uint64_t to = 0;
    for (uint32_t i = 0; i < g->edges; i++)
        if (g->edge[i].label == label && (set >> g->edge[i].from & 1))
            to |= UINT64_C(1) << g->edge[i].to;
    return closed(g, to);
}

// A run that is not seen may go on for as many steps as there are states, and so for ever.
static bool diverges_in(const naive_graph *g, uint64_t set)
{
    for (uint32_t k = 0; k <= NAIVE_STATES && set; k++) {
        uint64_t to = 0;
        for (uint32_t i = 0; i < g->edges; i++)
            if (g->edge[i].label == NAIVE_TAU && (set >> g->edge[i].from & 1))
                to |= UINT64_C(1) << g->edge[i].to;
        set = to;
    }
    return set != 0;
}

// Is there a stable state in the set that offers none of the refused?
static bool refuses(const naive_graph *g, uint64_t set, uint32_t refused)
{
    for (uint32_t s = 0; s < g->states; s++) {
        bool stable = set >> s & 1;
        uint32_t offers = 0;
        for (uint32_t i = 0; i < g->edges && stable; i++)
            if (g->edge[i].from == s) {
                stable = g->edge[i].label != NAIVE_TAU;
                offers |= stable ? 1u << g->edge[i].label : 0;
            }
        if (stable && !(offers & refused))
            return true;
    }
    return false;
}

// After one trace of p: is everything of p one of q's there, and after all longer ones? Where q
// diverges it has everything, in the model of divergences.
static bool refines_from(const naive_graph *p, uint64_t a, const naive_graph *q, uint64_t b,
                         naive_model in, uint32_t depth)
{
    if (!a)
        return true;
    if (!b)
        return false;
    if (in == NAIVE_DIVERGENCES) {
        if (diverges_in(q, b))
            return true;
        if (diverges_in(p, a))
            return false;
    }
    for (uint32_t x = 0; in != NAIVE_TRACES && x < 1u << NAIVE_LABELS; x++)
        if (refuses(p, a, x) && !refuses(q, b, x))
            return false;
    for (uint32_t l = 0; depth && l < NAIVE_LABELS; l++)
        if (!refines_from(p, after(p, a, l), q, after(q, b, l), in, depth - 1))
            return false;
    return true;
}

bool naive_refines(const naive_graph *p, const naive_graph *q, naive_model in, uint32_t depth)
{
    return refines_from(p, closed(p, 1), q, closed(q, 1), in, depth);
}

static bool deterministic_from(const naive_graph *p, uint64_t a, uint32_t depth)
{
    if (!a)
        return true;
    if (diverges_in(p, a))
        return false;
    for (uint32_t l = 0; l < NAIVE_LABELS; l++)
        if (after(p, a, l) && refuses(p, a, 1u << l))
            return false;
    for (uint32_t l = 0; depth && l < NAIVE_LABELS; l++)
        if (!deterministic_from(p, after(p, a, l), depth - 1))
            return false;
    return true;
}

bool naive_deterministic(const naive_graph *p, uint32_t depth)
{
    return deterministic_from(p, closed(p, 1), depth);
}

// Pairs of sets that traces lead to, each once.
typedef struct set_pairs {
    uint64_t (*list)[2];
    size_t count, capacity;
} set_pairs;

static void put(set_pairs *all, uint64_t a, uint64_t b)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i][0] == a && all->list[i][1] == b)
            return;
    MEMORY_GROW(all->list, all->capacity, all->count + 1);
    all->list[all->count][0] = a;
    all->list[all->count++][1] = b;
}

bool naive_includes(const naive_graph *p, const naive_graph *q, naive_model in)
{
    set_pairs all = {0};
    bool yes = true;
    put(&all, closed(p, 1), closed(q, 1));
    for (size_t i = 0; i < all.count && yes; i++) {
        uint64_t a = all.list[i][0], b = all.list[i][1];
        yes = refines_from(p, a, q, b, in, 0);
        bool anything = in == NAIVE_DIVERGENCES && diverges_in(q, b);
        for (uint32_t l = 0; yes && !anything && l < NAIVE_LABELS; l++)
            if (after(p, a, l))
                put(&all, after(p, a, l), after(q, b, l));
    }
    free(all.list);
    return yes;
}

bool naive_determined(const naive_graph *p)
{
    set_pairs all = {0};
    bool yes = true;
    put(&all, closed(p, 1), 0);
    for (size_t i = 0; i < all.count && yes; i++) {
        yes = deterministic_from(p, all.list[i][0], 0);
        for (uint32_t l = 0; yes && l < NAIVE_LABELS; l++)
            if (after(p, all.list[i][0], l))
                put(&all, after(p, all.list[i][0], l), 0);
    }
    free(all.list);
    return yes;
}

bool naive_diverges(const naive_graph *p)
{
    return diverges_in(p, p->states == 64 ? UINT64_MAX : (UINT64_C(1) << p->states) - 1);
}

bool naive_deadlocks(const naive_graph *p)
{
    for (uint32_t s = 0; s < p->states; s++) {
        bool moves = p->done[s];
        for (uint32_t i = 0; i < p->edges; i++)
            moves |= p->edge[i].from == s;
        if (!moves)
            return true;
    }
    return false;
}
