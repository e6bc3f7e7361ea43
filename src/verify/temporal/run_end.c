// SPDX-License-Identifier: MIT
// See run_end.h.

#include "verify/temporal/run_end.h"

#include "base/memory.h"
#include "temporal/automaton/omega_scc.h"

#include <stdlib.h>

void run_ends_init(run_ends *e, const run_graph *r)
{
    *e = (run_ends){.r = r, .count = intern_count(r->g->trait_numbers)};
    e->accepted = memory_new((size_t)e->count + 1, sizeof *e->accepted);
}

void run_ends_fini(run_ends *e)
{
    for (uint32_t i = 0; i < e->count; i++)
        free(e->accepted[i]);
    free(e->accepted);
}

// What is left of the automaton, if there is no other letter: can an accepting component be reached?
static bool *accepting_with(const omega_automaton *a, uint64_t letter)
{
    omega_automaton *left = omega_new(a->mark_count);
    bool *accepted = memory_new(a->state_count, sizeof *accepted);
    for (uint32_t s = 0; s < a->state_count; s++) {
        for (uint32_t i = a->first[s]; i < a->first[s + 1]; i++)
            if (omega_edge_allows(&a->edges[i], letter))
                omega_add_edge(left, a->edges[i]);
        omega_end_state(left);
    }
    omega_sccs c = omega_sccs_find(left);
    bool recurs = (omega_all_marks(a) | omega_letter_marks(a, letter)) == omega_run_marks(a);
    for (uint32_t s = 0; s < a->state_count; s++)
        accepted[s] = recurs && c.useful[c.of[s]];
    omega_sccs_fini(&c);
    omega_free(left);
    return accepted;
}

bool run_ends_accept(run_ends *e, uint32_t state, uint32_t of)
{
    uint32_t trait = e->r->g->trait[state];
    const graph_trait *t = &e->r->g->traits[trait];
    if (!t->rests)
        return false;
    if (!e->accepted[trait])
        e->accepted[trait] = accepting_with(e->r->a, t->holds);
    return e->accepted[trait][of];
}
