// SPDX-License-Identifier: MIT
// The marks of an automaton, and states of no use: neither changes its language.

#ifndef TEMPORAL_OMEGA_MARKS_H
#define TEMPORAL_OMEGA_MARKS_H

#include "temporal/automaton/omega_automaton.h"

// Without the states that cannot reach an accepting component, and without the marks that are on no
// edge inside of one. a is tidy: see omega_tidied.
omega_automaton *omega_trimmed(const omega_automaton *a);
// With as few marks as the component needs that needs most of them; see omega_marks.c.
omega_automaton *omega_with_fewer_marks(const omega_automaton *a);
// Edges between components have all marks: no run takes one infinitely often.
omega_automaton *omega_with_marks_between(const omega_automaton *a);

#endif
