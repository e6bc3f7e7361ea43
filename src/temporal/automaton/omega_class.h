// SPDX-License-Identifier: MIT
// What a search may know of an automaton before it begins.

#ifndef TEMPORAL_OMEGA_CLASS_H
#define TEMPORAL_OMEGA_CLASS_H

#include "temporal/automaton/omega_automaton.h"

// How much of a search for accepting cycles is needed (Černá and Pelánek, MFCS 2003).
typedef enum omega_strength {
    OMEGA_EMPTY,    // accepts no word: nothing to search
    OMEGA_TERMINAL, // every word is accepted from an accepting component on: reach one, and the model
                    // has to go on from there
    OMEGA_WEAK,     // a component accepts all runs that stay in it, or none: find a cycle in one
    OMEGA_STRONG,   // a cycle with all marks
} omega_strength;

omega_strength omega_strength_of(const omega_automaton *a);
// By state: is it in an accepting component? Caller frees.
bool *omega_accepting_states(const omega_automaton *a);
// The state has an edge to itself that takes every letter and has all marks: from there on, every word is accepted.
bool omega_state_is_universal(const omega_automaton *a, uint32_t state);
// The initial state has an edge to itself that takes every letter and has all marks. False: it may accept
// all words still.
bool omega_is_universal(const omega_automaton *a);
// Each letter has one successor at most, and one set of marks.
bool omega_is_deterministic(const omega_automaton *a);

#endif
