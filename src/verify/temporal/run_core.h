// SPDX-License-Identifier: MIT
// Which part of the product of graph and automaton has to be searched for components. A run that is accepted
// stays in the end in an accepting component of the automaton; before that, all that matters of a vertex is
// that it can be reached. So the states of the automaton are of two kinds: those in an accepting
// component, or after one, are its *core*; the others come before. Of the product, the core
// is searched (fair_component.h); of the rest there is a bit for each vertex, and none where the automaton may wait in
// its first state for as long as it likes, as it does for what is claimed of every moment: `[] (p -> <> q)`.
//
// (Edelkamp, Leue and Lluch-Lafuente, STTT 2004, and Černá and Pelánek, MFCS 2003, take an automaton apart in the
// same way.) So a formula that is about safety alone, and holds, needs no components at all: its core is not reached.

#ifndef VERIFY_RUN_CORE_H
#define VERIFY_RUN_CORE_H

#include "base/io/limits.h"
#include "verify/temporal/run_graph.h"

#include <assert.h>

enum { CORE_NOT = UINT32_MAX };

typedef struct run_core {
    const run_graph *r;
    uint32_t count;   // of states of the automaton that are in the core
    uint32_t *number; // by state of the automaton: CORE_NOT, or its number there
    uint32_t *state;  // and back
    // Of those before the core: their numbers among themselves, and a bit for each that is reached, by state
    // of the graph; behind them, whether this is still to be followed. NULL: all are.
    uint32_t before_count;
    uint32_t *before, *before_number;
    uint64_t *reached;
    uint64_t bytes;
} run_core;

// False: the limits. It is to be freed in any case.
bool run_core_init(run_core *c, const run_graph *r, limits *l);
void run_core_fini(run_core *c);

// A state of the automaton before the core, the i-th: is the vertex reached?
bool run_core_reached(const run_core *c, uint32_t state, uint32_t i);

static inline uint32_t run_core_vertex(const run_core *c, uint32_t state, uint32_t of)
{
    return c->number[of] == CORE_NOT ? CORE_NOT : state * c->count + c->number[of];
}
static inline uint32_t run_core_state(const run_core *c, uint32_t vertex) // of the graph
{
    assert(c->count > 0); // else there are no vertices
    return vertex / c->count;
}
static inline uint32_t run_core_of(const run_core *c, uint32_t vertex) // of the automaton
{
    assert(c->count > 0);
    return c->state[vertex % c->count];
}

#endif
