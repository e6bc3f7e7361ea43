// SPDX-License-Identifier: MIT
// All reductions of an automaton, until none makes it smaller; and Büchi automata.

#ifndef TEMPORAL_OMEGA_REDUCE_H
#define TEMPORAL_OMEGA_REDUCE_H

#include "base/error.h"
#include "temporal/automaton/omega_automaton.h"

// Of the same language; a is freed.
omega_automaton *omega_reduced(omega_automaton *a);
// Of the same language, with one mark at most; a stays the caller's. NULL: it would have more states
// than `most_states`.
omega_automaton *omega_degeneralised(const omega_automaton *a, uint32_t most_states, error *e);

#endif
