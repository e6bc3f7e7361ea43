// SPDX-License-Identifier: MIT
// See omega_reduce.h.
//
// Degeneralisation: a copy of each state for each level, where a state of level k waits for mark k.
// An edge moves up through all levels whose marks it has, and is marked where it passes the last
// (Gastin and Oddoux, CAV 2001). Levels begin anew in each component (Babiak, Badie, Duret-Lutz,
// Křetínský and Strejček, SPIN 2013); there is one level only outside of accepting components.

#include "temporal/automaton/omega_reduce.h"

#include "base/memory.h"
#include "temporal/automaton/omega_marks.h"
#include "temporal/automaton/omega_scc.h"
#include "temporal/automaton/omega_simulation.h"

#include <stdlib.h>

enum { MOST_ROUNDS = 20 };

static omega_automaton *replaced(omega_automaton *a,
                                 omega_automaton *(*by)(const omega_automaton *))
{
    omega_automaton *b = by(a);
    omega_free(a);
    return b;
}

omega_automaton *omega_reduced(omega_automaton *a)
{
    a = replaced(a, omega_tidied);
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        uint32_t states = a->state_count, edges = a->edge_count, marks = a->mark_count;
        a = replaced(a, omega_trimmed);
        a = replaced(a, omega_with_fewer_marks);
        a = replaced(a, omega_simulation_reduced);
        // Marks between components mean nothing. Some states simulate others only with none there,
        // some only with all.
        a = replaced(a, omega_with_marks_between);
        a = replaced(a, omega_simulation_reduced);
        if (a->state_count == states && a->edge_count == edges && a->mark_count == marks)
            break;
    }
    a = replaced(a, omega_trimmed);
    a = replaced(a, omega_with_fewer_marks);
    return replaced(a, omega_tidied);
}

typedef struct levels {
    const omega_automaton *a;
    omega_sccs sccs;
    uint32_t *number;        // [state * (marks + 1) + level]
    uint32_t *state, *level; // of a pair, by its number
    uint32_t count;
    size_t state_capacity, level_capacity;
} levels;

static uint32_t pair(levels *l, uint32_t state, uint32_t level)
{
    uint32_t *number = &l->number[(size_t)state * (l->a->mark_count + 1) + level];
    if (*number == OMEGA_GONE) {
        MEMORY_GROW(l->state, l->state_capacity, (size_t)l->count + 1);
        MEMORY_GROW(l->level, l->level_capacity, (size_t)l->count + 1);
        l->state[l->count] = state;
        l->level[l->count] = level;
        *number = l->count++;
    }
    return *number;
}

static omega_edge with_level(levels *l, uint32_t level, uint32_t from, omega_edge e)
{
    uint32_t component = l->sccs.of[e.to], all = l->a->mark_count;
    bool last = false;
    if (component != l->sccs.of[from] || !l->sccs.accepting[component]) {
        level = 0;
    } else {
        while (level < all && (e.marks >> level & 1))
            level++;
        last = level == all;
        // From the bottom on, with the same edge; one that has all marks ends where it began.
        for (level = last ? 0 : level; last && level < all && (e.marks >> level & 1);)
            level++;
        level = level == all ? 0 : level;
    }
    return (omega_edge){e.positive, e.negative, last, pair(l, e.to, level)};
}

omega_automaton *omega_degeneralised(const omega_automaton *a, uint32_t most_states, error *e)
{
    if (a->mark_count <= 1)
        return omega_tidied(a);
    levels l = {.a = a, .sccs = omega_sccs_find(a)};
    size_t pairs = (size_t)a->state_count * (a->mark_count + 1);
    l.number = memory_new(pairs, sizeof *l.number);
    for (size_t i = 0; i < pairs; i++)
        l.number[i] = OMEGA_GONE;
    omega_automaton *b = omega_new(1);
    pair(&l, 0, 0);
    while (b->state_count < l.count && l.count <= most_states) {
        uint32_t state = l.state[b->state_count], level = l.level[b->state_count];
        for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++)
            omega_add_edge(b, with_level(&l, level, state, a->edges[i]));
        omega_end_state(b);
    }
    if (l.count > most_states) {
        omega_free(b);
        b = NULL;
        error_set(e, "the Büchi automaton has more than %u states", most_states);
    }
    free(l.number);
    free(l.state);
    free(l.level);
    omega_sccs_fini(&l.sccs);
    return b ? omega_reduced(b) : NULL;
}
