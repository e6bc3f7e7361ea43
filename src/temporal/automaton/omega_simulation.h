// SPDX-License-Identifier: MIT
// Reduction by direct simulation: states that simulate each other become one, and edges that another
// edge of the same state outdoes are left out, for the letters that both have.

#ifndef TEMPORAL_OMEGA_SIMULATION_H
#define TEMPORAL_OMEGA_SIMULATION_H

#include "temporal/automaton/omega_automaton.h"

// Of the same language. A copy of a if it is so large that this takes too long.
omega_automaton *omega_simulation_reduced(const omega_automaton *a);

#endif
