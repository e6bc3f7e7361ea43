// SPDX-License-Identifier: MIT
// See run_core.h.

#include "verify/temporal/run_core.h"

#include "base/bits.h"
#include "base/memory.h"
#include "temporal/automaton/omega_scc.h"

#include <stdlib.h>

enum { LOOK_EVERY = 1 << 12 };

typedef struct states {
    uint32_t *items;
    size_t count, capacity;
} states;

// Also those that edges lead to from one of the set, but for those that are of no use.
static void add_successors(const omega_automaton *a, bool *in, const bool *useful)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t s = 0; s < a->state_count; s++)
            for (uint32_t i = a->first[s]; in[s] && i < a->first[s + 1]; i++) {
                uint32_t to = a->edges[i].to;
                more |= useful[to] && !in[to];
                in[to] |= useful[to];
            }
    }
}

// States that can be reached, and from which an accepting component can; of these, the components and what
// comes after them.
static void find_core(const omega_automaton *a, bool *in, bool *useful)
{
    omega_sccs c = omega_sccs_find(a);
    bool *reached = memory_new(a->state_count, sizeof *reached);
    for (uint32_t s = 0; s < a->state_count; s++)
        useful[s] = c.useful[c.of[s]];
    reached[0] = useful[0];
    add_successors(a, reached, useful);
    for (uint32_t s = 0; s < a->state_count; s++) {
        useful[s] = reached[s];
        in[s] = reached[s] && c.accepting[c.of[s]];
    }
    add_successors(a, in, useful);
    free(reached);
    omega_sccs_fini(&c);
}

static void number_states(run_core *c)
{
    const omega_automaton *a = c->r->a;
    bool *in = memory_new(a->state_count, sizeof *in);
    bool *useful = memory_new(a->state_count, sizeof *useful);
    find_core(a, in, useful);
    c->number = memory_new(a->state_count, sizeof *c->number);
    c->state = memory_new(a->state_count, sizeof *c->state);
    c->before = memory_new(a->state_count, sizeof *c->before);
    c->before_number = memory_new(a->state_count, sizeof *c->before_number);
    for (uint32_t s = 0; s < a->state_count; s++) {
        c->number[s] = c->before_number[s] = CORE_NOT;
        if (in[s]) {
            c->number[s] = c->count;
            c->state[c->count++] = s;
        } else if (useful[s]) {
            c->before_number[s] = c->before_count;
            c->before[c->before_count++] = s;
        }
    }
    free(in);
    free(useful);
}

// Only the first state comes before the core, and may be kept with any letter: as every state of the graph is reached,
// so is every one with it.
static bool waits_anywhere(const run_core *c)
{
    const omega_automaton *a = c->r->a;
    if (c->before_count != 1 || c->before[0] != 0)
        return false;
    for (uint32_t i = a->first[0]; i < a->first[1]; i++)
        if (a->edges[i].to == 0 && !a->edges[i].positive && !a->edges[i].negative)
            return true;
    return false;
}

static uint64_t bit_of(const run_core *c, uint32_t state, uint32_t i)
{
    return (uint64_t)state * (c->before_count + 1) + i;
}

static bool has(const run_core *c, uint32_t state, uint32_t i)
{
    uint64_t bit = bit_of(c, state, i);
    return bits_has(c->reached, bit);
}

static void set(run_core *c, uint32_t state, uint32_t i, bool on)
{
    (on ? bits_set : bits_clear)(c->reached, bit_of(c, state, i));
}

static void reach(run_core *c, states *todo, uint32_t state, uint32_t i)
{
    if (has(c, state, i))
        return;
    set(c, state, i, true);
    if (has(c, state, c->before_count))
        return;
    set(c, state, c->before_count, true);
    MEMORY_GROW(todo->items, todo->capacity, todo->count + 1);
    todo->items[todo->count++] = state;
}

static void follow(run_core *c, states *todo, uint32_t state)
{
    for (uint32_t i = 0; i < c->before_count; i++) {
        if (!has(c, state, i))
            continue;
        run_edges at = run_edges_of(c->r, state, c->before[i]);
        run_edge e;
        while (run_edges_next(c->r, &at, &e))
            if (c->before_number[e.of] != CORE_NOT)
                reach(c, todo, e.state, c->before_number[e.of]);
    }
}

static bool find_reached(run_core *c, limits *l)
{
    states todo = {0};
    uint32_t turns = 0;
    bool ok = true;
    size_t words = (size_t)(bit_of(c, c->r->g->count, 0) / BITS_WORD + 1);
    c->reached = memory_new(words, sizeof *c->reached);
    reach(c, &todo, 0, 0); // the first state of both
    while (ok && todo.count) {
        uint32_t state = todo.items[--todo.count];
        set(c, state, c->before_count, false);
        follow(c, &todo, state);
        ok = ++turns % LOOK_EVERY != 0 || !limits_reached(l);
    }
    c->bytes = words * sizeof *c->reached + todo.capacity * sizeof *todo.items;
    free(todo.items);
    return ok;
}

bool run_core_init(run_core *c, const run_graph *r, limits *l)
{
    *c = (run_core){.r = r};
    number_states(c);
    bool begins_before = c->before_count && c->before[0] == 0;
    return !begins_before || waits_anywhere(c) || find_reached(c, l);
}

void run_core_fini(run_core *c)
{
    free(c->number);
    free(c->state);
    free(c->before);
    free(c->before_number);
    free(c->reached);
}

bool run_core_reached(const run_core *c, uint32_t state, uint32_t i)
{
    return !c->reached || has(c, state, i);
}
