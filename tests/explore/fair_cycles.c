// SPDX-License-Identifier: MIT
// Endless runs in small random graphs of states (state_fair.c), against the definition:
// every strongly connected set of edges is looked at.
#include "base/memory.h"
#include "explore/runtime/runtime.h"
#include "explore/search/state_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 5, EDGES = 9, THREADS = 3, LOCKS = 2 };

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static const void *lock_at(uint32_t which)
{
    return (const void *)(uintptr_t)(4096 + 64 * which);
}

static turns draw_turns(void)
{
    turns t;
    memset(&t, 0, sizeof t);
    t.stepped = 1u << draw(THREADS);
    t.could = t.stepped | draw(1u << THREADS);
    t.spurious = draw(10) == 0;
    for (uint32_t n = 1 + draw(2); n; n--) {
        const void *lock = lock_at(draw(LOCKS));
        lock_turn what = (lock_turn)draw(3);
        uint32_t who = draw(THREADS);
        t.locks[t.lock_count++] = turns_lock(lock, who, what);
        if (what == LOCK_GOT && t.lock_count < TURNS_LOCKS)
            t.locks[t.lock_count++] = turns_lock(lock, who, LOCK_TAKEN);
    }
    return t;
}

// Does each state that has an edge in the set reach each other one by edges in it?
static bool connected(const state_graph *g, uint32_t set)
{
    bool reach[STATES][STATES] = {{false}}, in[STATES] = {false};
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (set >> i & 1) {
            reach[g->edges[i].from][g->edges[i].to] = true;
            in[g->edges[i].from] = in[g->edges[i].to] = true;
        }
    for (uint32_t k = 0; k < STATES; k++)
        for (uint32_t i = 0; i < STATES; i++)
            for (uint32_t j = 0; j < STATES; j++)
                reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
    for (uint32_t i = 0; i < STATES; i++)
        for (uint32_t j = 0; j < STATES; j++)
            if (in[i] && in[j] && !reach[i][j])
                return false;
    return true;
}

static bool has(const state_graph *g, uint32_t set, uint64_t word)
{
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const turns *t = edge_turns(g, &g->edges[i]);
        for (uint32_t k = 0; k < t->lock_count && set >> i & 1; k++)
            if (t->locks[k] == word)
                return true;
    }
    return false;
}

// All edges from states that can be reached from the set, and from which it can be.
static uint32_t around(const state_graph *g, uint32_t set)
{
    bool there[STATES] = {false}, back[STATES] = {false};
    uint32_t all = 0;
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (set >> i & 1)
            there[g->edges[i].from] = back[g->edges[i].from] = true;
    for (uint32_t round = 0; round < STATES; round++)
        for (uint32_t i = 0; i < g->edge_count; i++) {
            const edge *e = &g->edges[i];
            if (e->to == STATE_NONE || edge_turns(g, e)->spurious)
                continue;
            there[e->to] = there[e->to] || there[e->from];
            back[e->from] = back[e->from] || back[e->to];
        }
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (there[g->edges[i].from] && back[g->edges[i].from])
            all |= 1u << i;
    return all;
}

static bool reaches_end(const state_graph *g, uint32_t set)
{
    bool there[STATES] = {false};
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (set >> i & 1)
            there[g->edges[i].from] = true;
    for (uint32_t round = 0; round <= STATES; round++)
        for (uint32_t i = 0; i < g->edge_count; i++) {
            const edge *e = &g->edges[i];
            if (there[e->from] && e->to == STATE_NONE)
                return true;
            if (there[e->from])
                there[e->to] = true;
        }
    return false;
}

static bool excused(const state_graph *g, uint32_t set)
{
    for (uint32_t lock = 0; lock < LOCKS; lock++)
        for (uint32_t who = 0; who < THREADS; who++) {
            const void *at = lock_at(lock);
            bool others = false;
            for (uint32_t other = 0; other < THREADS; other++)
                others = others || (other != who && has(g, set, turns_lock(at, other, LOCK_TAKEN)));
            bool got = has(g, set, turns_lock(at, who, LOCK_GOT));
            bool missed = has(g, set, turns_lock(at, who, LOCK_MISSED));
            if (missed && others && !got && has(g, around(g, set), turns_lock(at, who, LOCK_GOT)))
                return true;
        }
    return false;
}

static bool is_endless(const state_graph *g, uint32_t set)
{
    uint32_t stepped = 0, could = 0;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const turns *t = edge_turns(g, &g->edges[i]);
        if (!(set >> i & 1))
            continue;
        if (g->edges[i].to == STATE_NONE || t->spurious)
            return false;
        stepped |= t->stepped;
        could |= t->could;
    }
    return !(could & ~stepped) && connected(g, set) && !(reaches_end(g, set) && excused(g, set));
}

// Bit h: a history of number h has an endless run that leads to an end no more; bit h + 2:
// one that could.
static uint32_t expected(const state_graph *g)
{
    uint32_t found = 0;
    for (uint32_t set = 1; set < 1u << g->edge_count; set++)
        if (is_endless(g, set)) {
            uint32_t first = (uint32_t)__builtin_ctz(set);
            uint64_t h = g->nodes[g->edges[first].from].history;
            found |= 1u << (h + (reaches_end(g, set) ? 2 : 0));
        }
    return found;
}

static uint32_t answered(const state_graph *g)
{
    uint32_t count, found = 0;
    refusal *all = state_graph_refusals(g, &count);
    for (uint32_t i = 0; i < count; i++)
        if (all[i].kind == REFUSAL_STUCK || all[i].kind == REFUSAL_CYCLE)
            found |= 1u << (all[i].history + (all[i].kind == REFUSAL_CYCLE ? 2 : 0));
    free(all);
    return found;
}

int main(int argc, char **argv)
{
    uint32_t cases = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000, some = 0, none = 0, spared = 0;
    for (uint32_t k = 0; k < cases; k++) {
        seed = k + 1;
        node nodes[STATES] = {{0}};
        edge edges[EDGES];
        state_graph g = {.nodes = nodes, .count = STATES, .edges = edges, .turns = intern_new()};
        uint32_t cut = draw(STATES); // the history changes here, and does not change back
        for (uint32_t i = 0; i < STATES; i++)
            nodes[i].history = i >= cut;
        for (uint32_t i = 0; i < EDGES; i++) {
            turns t = draw_turns();
            uint32_t from = draw(STATES), to = draw(STATES);
            if (from >= cut && to < cut)
                to = from;
            edges[g.edge_count++] = (edge){from, draw(12) ? to : STATE_NONE, CHOICE_NONE,
                                           intern_add(g.turns, &t, sizeof t)};
        }
        uint32_t want = expected(&g), got = answered(&g);
        uint32_t count;
        refusal *all = state_graph_refusals(&g, &count);
        for (uint32_t i = 0; i < count; i++)
            spared += all[i].kind == REFUSAL_UNLUCKY;
        free(all);
        some += want != 0;
        none += want == 0;
        if (want != got) {
            printf("case %u: %x, not %x\n", k, got, want);
            return 1;
        }
        intern_free(g.turns);
    }
    printf("%u with endless runs, %u without, %u left out\n", some, none, spared);
    return some > cases / 10 && none > cases / 10 && spared > cases / 100 ? 0 : 1;
}
