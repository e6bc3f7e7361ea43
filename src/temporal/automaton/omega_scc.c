// SPDX-License-Identifier: MIT
// Tarjan's algorithm (1972), with a stack of its own instead of recursion. See omega_scc.h.

#include "temporal/automaton/omega_scc.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { UNSEEN = 0 };

typedef struct visit {
    uint32_t state, edge; // the next edge to look at
} visit;

typedef struct tarjan {
    const omega_automaton *a;
    uint32_t *index, *low; // from 1, in the order of the visit
    bool *open;
    uint32_t *stack;
    visit *visits;
    uint32_t indexed, stacked, visited;
    omega_sccs *out;
} tarjan;

static void enter(tarjan *t, uint32_t state)
{
    t->index[state] = t->low[state] = ++t->indexed;
    t->open[state] = true;
    t->stack[t->stacked++] = state;
    t->visits[t->visited++] = (visit){state, t->a->first[state]};
}

static void leave(tarjan *t, uint32_t state)
{
    if (t->low[state] == t->index[state]) {
        uint32_t s;
        do {
            s = t->stack[--t->stacked];
            t->open[s] = false;
            t->out->of[s] = t->out->count;
        } while (s != state);
        t->out->count++;
    }
    t->visited--;
    if (t->visited) {
        uint32_t parent = t->visits[t->visited - 1].state;
        if (t->low[state] < t->low[parent])
            t->low[parent] = t->low[state];
    }
}

static void visit_from(tarjan *t, uint32_t start)
{
    enter(t, start);
    while (t->visited) {
        visit *v = &t->visits[t->visited - 1];
        if (v->edge == t->a->first[v->state + 1]) {
            leave(t, v->state);
            continue;
        }
        uint32_t to = t->a->edges[v->edge++].to;
        if (t->index[to] == UNSEEN)
            enter(t, to);
        else if (t->open[to] && t->index[to] < t->low[v->state])
            t->low[v->state] = t->index[to];
    }
}

static void find_acceptance(const omega_automaton *a, omega_sccs *c)
{
    for (uint32_t k = 0; k < c->count; k++)
        c->everywhere[k] = omega_all_marks(a);
    for (uint32_t s = 0; s < a->state_count; s++)
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++)
            if (c->of[a->edges[i].to] == c->of[s]) {
                c->cyclic[c->of[s]] = true;
                c->marks[c->of[s]] |= a->edges[i].marks;
                c->everywhere[c->of[s]] &= a->edges[i].marks;
            }
    for (uint32_t k = 0; k < c->count; k++)
        c->useful[k] = c->accepting[k] = c->cyclic[k] && c->marks[k] == omega_all_marks(a);
    // Components have larger numbers than those they lead to, so each is known before it is asked for
    // if their states are visited in that order.
    uint32_t *states = memory_new(a->state_count, sizeof *states);
    uint32_t *begin = memory_new((size_t)c->count + 1, sizeof *begin);
    for (uint32_t s = 0; s < a->state_count; s++)
        begin[c->of[s] + 1]++;
    for (uint32_t k = 0; k < c->count; k++)
        begin[k + 1] += begin[k];
    for (uint32_t s = 0; s < a->state_count; s++)
        states[begin[c->of[s]]++] = s;
    for (uint32_t k = 0; k < a->state_count; k++) {
        uint32_t s = states[k];
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++) {
            assert(c->of[a->edges[i].to] <= c->of[s]);
            c->useful[c->of[s]] = c->useful[c->of[s]] || c->useful[c->of[a->edges[i].to]];
        }
    }
    free(states);
    free(begin);
}

omega_sccs omega_sccs_find(const omega_automaton *a)
{
    size_t n = a->state_count;
    omega_sccs c = {.of = memory_new(n, sizeof *c.of)};
    tarjan t = {.a = a,
                .index = memory_new(n, sizeof *t.index),
                .low = memory_new(n, sizeof *t.low),
                .open = memory_new(n, sizeof *t.open),
                .stack = memory_new(n, sizeof *t.stack),
                .visits = memory_new(n, sizeof *t.visits),
                .out = &c};
    for (uint32_t s = 0; s < a->state_count; s++)
        if (t.index[s] == UNSEEN)
            visit_from(&t, s);
    free(t.index);
    free(t.low);
    free(t.open);
    free(t.stack);
    free(t.visits);
    c.marks = memory_new(c.count, sizeof *c.marks);
    c.everywhere = memory_new(c.count, sizeof *c.everywhere);
    c.cyclic = memory_new(c.count, sizeof *c.cyclic);
    c.accepting = memory_new(c.count, sizeof *c.accepting);
    c.useful = memory_new(c.count, sizeof *c.useful);
    find_acceptance(a, &c);
    return c;
}

void omega_sccs_fini(omega_sccs *c)
{
    free(c->of);
    free(c->marks);
    free(c->everywhere);
    free(c->cyclic);
    free(c->accepting);
    free(c->useful);
}
