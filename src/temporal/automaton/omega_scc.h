// SPDX-License-Identifier: MIT
// Strongly connected components of an automaton, and which of them can be stayed in.

#ifndef TEMPORAL_OMEGA_SCC_H
#define TEMPORAL_OMEGA_SCC_H

#include "temporal/automaton/omega_automaton.h"

typedef struct omega_sccs {
    uint32_t count;
    uint32_t *of; // by state. Edges between components lead to smaller numbers
    // By component:
    uint64_t *marks;      // on some edge inside
    uint64_t *everywhere; // on every edge inside
    bool *cyclic;         // it has an edge inside
    bool *accepting;      // some run that stays in it is
    bool *useful;         // an accepting one can be reached
} omega_sccs;

omega_sccs omega_sccs_find(const omega_automaton *a);
void omega_sccs_fini(omega_sccs *c);

#endif
