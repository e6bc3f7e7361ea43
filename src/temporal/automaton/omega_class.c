// SPDX-License-Identifier: MIT
// See omega_class.h.

#include "temporal/automaton/omega_class.h"

#include "base/memory.h"
#include "temporal/automaton/omega_scc.h"

#include <stdlib.h>

// Do all edges of an accepting component have all marks? Then each run that stays there is accepting.
static bool is_weak(const omega_automaton *a, const omega_sccs *c)
{
    for (uint32_t k = 0; k < c->count; k++)
        if (c->accepting[k] && c->everywhere[k] != omega_all_marks(a))
            return false;
    return true;
}

// Can every letter be read in a state of an accepting component without leaving those?
static bool is_terminal(const omega_automaton *a, const omega_sccs *c)
{
    letter_cube *cubes = memory_new((size_t)a->edge_count + 1, sizeof *cubes);
    bool all = true;
    for (uint32_t s = 0; s < a->state_count && all; s++) {
        uint32_t count = 0;
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++)
            if (c->accepting[c->of[a->edges[i].to]])
                cubes[count++] = omega_edge_cube(&a->edges[i]);
        if (c->accepting[c->of[s]])
            all = cube_covered((letter_cube){0}, cubes, count) == CUBE_COVERED;
    }
    free(cubes);
    return all;
}

omega_strength omega_strength_of(const omega_automaton *a)
{
    omega_sccs c = omega_sccs_find(a);
    omega_strength strength = OMEGA_STRONG;
    if (!c.useful[c.of[0]])
        strength = OMEGA_EMPTY;
    else if (is_weak(a, &c))
        strength = is_terminal(a, &c) ? OMEGA_TERMINAL : OMEGA_WEAK;
    omega_sccs_fini(&c);
    return strength;
}

bool *omega_accepting_states(const omega_automaton *a)
{
    omega_sccs c = omega_sccs_find(a);
    bool *accepting = memory_new(a->state_count, sizeof *accepting);
    for (uint32_t s = 0; s < a->state_count; s++)
        accepting[s] = c.accepting[c.of[s]];
    omega_sccs_fini(&c);
    return accepting;
}

bool omega_state_is_universal(const omega_automaton *a, uint32_t state)
{
    for (uint32_t i = a->first[state]; i < a->first[state + 1]; i++) {
        const omega_edge *e = &a->edges[i];
        if (e->to == state && e->marks == omega_all_marks(a) && !e->positive && !e->negative)
            return true;
    }
    return false;
}

bool omega_is_universal(const omega_automaton *a)
{
    return omega_state_is_universal(a, 0);
}

bool omega_is_deterministic(const omega_automaton *a)
{
    for (uint32_t s = 0; s < a->state_count; s++)
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++)
            for (uint32_t k = i + 1; k < a->first[s + 1]; k++) {
                const omega_edge *e = &a->edges[i], *f = &a->edges[k];
                bool same = e->to == f->to && e->marks == f->marks;
                if (!same && cube_meets(omega_edge_cube(e), omega_edge_cube(f)))
                    return false;
            }
    return true;
}
