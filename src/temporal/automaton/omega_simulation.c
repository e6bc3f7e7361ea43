// SPDX-License-Identifier: MIT
// See omega_simulation.h.
//
// A state t simulates s if, for each edge of s and each letter of it, t has an edge with that letter,
// with at least the same marks, to a state that simulates the target (Dill, Hu and Wong-Toi, CAV 1991;
// on marked edges: Babiak et al., SPIN 2013). The largest such relation is what is left of all pairs
// when those that do not satisfy this have been removed until all do.
//
// Two states that simulate each other have the same language, and one of them can do without its
// edges. An edge is outdone by another one of the same state if that has at least its marks and leads
// to a state that simulates its target. Outdone edges can all be left out at once: the relation is a
// strict order once equal states are one, so for each letter a greatest edge stays, and every run can
// follow greatest edges (Clemente and Mayr, POPL 2013: pruning by strict direct simulation). Here an
// edge also loses only some of its letters, if those that are left are a cube: fewer choices.

#include "temporal/automaton/omega_simulation.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 1024,
    MOST_STEPS = 30000000, // comparisons of edges
};

typedef struct simulation {
    const omega_automaton *a;
    bool *holds;        // [s * states + t]: t simulates s
    letter_cube *cubes; // room for those of all edges of a state
    uint64_t steps;
    bool given_up;
} simulation;

static bool related(const simulation *m, uint32_t less, uint32_t more)
{
    return m->holds[(size_t)less * m->a->state_count + more];
}

// Can t do what the edge e says, for each of its letters?
static bool matches(simulation *m, const omega_edge *e, uint32_t t)
{
    const omega_automaton *a = m->a;
    uint32_t count = 0;
    m->steps += a->first[t + 1] - a->first[t] + 1;
    for (uint32_t i = a->first[t]; i < a->first[t + 1]; i++) {
        const omega_edge *by = &a->edges[i];
        if ((e->marks & ~by->marks) || !related(m, e->to, by->to))
            continue;
        if (cube_contains(omega_edge_cube(by), omega_edge_cube(e)))
            return true;
        m->cubes[count++] = omega_edge_cube(by);
    }
    cube_cover cover = cube_covered(omega_edge_cube(e), m->cubes, count);
    m->given_up = m->given_up || cover == CUBE_UNDECIDED || m->steps > MOST_STEPS;
    return cover == CUBE_COVERED;
}

static bool simulates(simulation *m, uint32_t s, uint32_t t)
{
    for (uint32_t i = m->a->first[s]; i < m->a->first[s + 1]; i++)
        if (!matches(m, &m->a->edges[i], t))
            return false;
    return true;
}

static void find_simulation(simulation *m)
{
    uint32_t n = m->a->state_count;
    memset(m->holds, true, (size_t)n * n);
    bool changed = true;
    while (changed && !m->given_up) {
        changed = false;
        for (uint32_t s = 0; s < n && !m->given_up; s++)
            for (uint32_t t = 0; t < n; t++)
                if (s != t && related(m, s, t) && !simulates(m, s, t)) {
                    m->holds[(size_t)s * n + t] = false;
                    changed = true;
                }
    }
}

static bool outdone(const simulation *m, const omega_edge *e, const omega_edge *by)
{
    return e != by && !(e->marks & ~by->marks) && related(m, e->to, by->to) &&
           !(e->to == by->to && e->marks == by->marks);
}

// What stays of edge e of state s. False: nothing. Letters are taken away for what other edges had at
// the beginning: if these lose letters themselves, then to edges that outdo e, too.
static bool prune(simulation *m, uint32_t s, const omega_edge *e, omega_edge *left)
{
    const omega_automaton *a = m->a;
    uint32_t count = 0;
    letter_cube cube = omega_edge_cube(e);
    for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++) {
        const omega_edge *by = &a->edges[i];
        if (!outdone(m, e, by))
            continue;
        m->cubes[count++] = omega_edge_cube(by);
        if (!cube_contains(omega_edge_cube(by), cube))
            (void)cube_minus(cube, omega_edge_cube(by), &cube);
    }
    *left = *e;
    left->positive = cube.positive;
    left->negative = cube.negative;
    return cube_covered(cube, m->cubes, count) != CUBE_COVERED;
}

// The relation is that of the first states of a, as numbered; equal ones are one already.
static omega_automaton *pruned(simulation *m)
{
    const omega_automaton *a = m->a;
    omega_automaton *b = omega_new(a->mark_count);
    for (uint32_t s = 0; s < a->state_count; s++) {
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++) {
            omega_edge left;
            if (prune(m, s, &a->edges[i], &left))
                omega_add_edge(b, left);
        }
        omega_end_state(b);
    }
    return b;
}

// States that simulate each other get the same number; *owner has the first of each.
static uint32_t number_classes(const simulation *m, uint32_t *number, uint32_t *owner)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < m->a->state_count; s++) {
        uint32_t k = 0;
        while (k < count && !(related(m, owner[k], s) && related(m, s, owner[k])))
            k++;
        if (k == count)
            owner[count++] = s;
        number[s] = k;
    }
    return count;
}

static omega_automaton *reduce(simulation *m)
{
    uint32_t n = m->a->state_count;
    uint32_t *number = memory_new(n, sizeof *number), *owner = memory_new(n, sizeof *owner);
    uint32_t count = number_classes(m, number, owner);
    omega_automaton *quotient = omega_renumbered(m->a, number);
    for (uint32_t i = 0; i < count; i++) // owner[i] >= i: nothing is overwritten that is needed
        for (uint32_t k = 0; k < count; k++)
            m->holds[(size_t)i * count + k] = m->holds[(size_t)owner[i] * n + owner[k]];
    m->a = quotient;
    omega_automaton *b = pruned(m);
    omega_free(quotient);
    free(number);
    free(owner);
    return b;
}

omega_automaton *omega_simulation_reduced(const omega_automaton *a)
{
    omega_automaton *b = NULL;
    size_t n = a->state_count;
    if (n <= MOST_STATES) {
        simulation m = {.a = a,
                        .holds = memory_new(n * n, sizeof *m.holds),
                        .cubes = memory_new((size_t)a->edge_count + 1, sizeof *m.cubes)};
        find_simulation(&m);
        b = m.given_up ? NULL : reduce(&m);
        free(m.holds);
        free(m.cubes);
    }
    omega_automaton *tidy = omega_tidied(b ? b : a);
    omega_free(b);
    return tidy;
}
