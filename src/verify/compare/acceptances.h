// SPDX-License-Identifier: MIT
// What stable states offer, for failures: the labels of a stable state are a set that has a number, and
// those of all stable states of a set of the normal form are a set of such numbers, a menu, that has a
// number, too. Different states and sets share them, so what is asked for each pair is mostly known.

#ifndef VERIFY_ACCEPTANCES_H
#define VERIFY_ACCEPTANCES_H

#include "verify/compare/normal_form.h"

typedef struct acceptances acceptances;

// Stable states of `a` are compared with sets of `n`, which is the normal form of `b`. All stay.
acceptances *acceptances_new(step_graph *a, step_graph *b, normal_form *n);
void acceptances_free(acceptances *c);
// Is a stable state of `a` matched: does some stable state of the set offer nothing else? False: a
// step of b failed.
bool acceptances_match(acceptances *c, uint32_t state, uint32_t set, bool *matched);

#endif
