// SPDX-License-Identifier: MIT
// Who takes a step: the parts of ||| and || that do, each by its path, that is which part it is of the
// outermost composition around it, of the next one within that, and so on. What else stands around
// makes no difference. Paths and sets of them have numbers, which are the same ones for the same; 0 is
// the set of nobody but the process as a whole, and its path, which is empty.

#ifndef MODEL_STEP_TAKERS_H
#define MODEL_STEP_TAKERS_H

#include "model/process/process_terms.h"

// They are kept only where they are asked for; else the number is 0.
void step_takers_keep(process_terms *t);
// The same, seen from a composition whose part they are in; TERM_NONE: it fails.
uint32_t step_takers_within(stepper *s, uint32_t part, uint32_t takers);
uint32_t step_takers_both(stepper *s, uint32_t takers, uint32_t others);
// The paths, and how many.
uint32_t step_takers_paths(const process_terms *t, uint32_t takers, const uint32_t **paths);

#endif
