// SPDX-License-Identifier: MIT
// A system made deterministic while it is looked at (the subset construction; Roscoe's normal form
// of a specification): a state of the normal form is the set of the states in which the system may
// be after some trace, closed under steps that are not seen. Sets are interned and known by their
// numbers; set 0 is empty: no run has that trace.

#ifndef VERIFY_NORMAL_FORM_H
#define VERIFY_NORMAL_FORM_H

#include "verify/compare/step_graph.h"

enum { NORMAL_EMPTY = 0, NORMAL_FAILED = UINT32_MAX };

typedef struct normal_form normal_form;

normal_form *normal_form_new(step_graph *g); // which stays the caller's
void normal_form_free(normal_form *n);
uint32_t normal_form_start(normal_form *n); // or NORMAL_FAILED
// After one more visible label.
uint32_t normal_form_after(normal_form *n, uint32_t set, uint32_t label);
// The same set with names called otherwise.
uint32_t normal_form_permuted(normal_form *n, uint32_t set, orbit_form *f, uint32_t permutation);
// Is every state of `less` in `more`? Then so are its traces.
bool normal_form_within(const normal_form *n, uint32_t less, uint32_t more);
// Its states, in increasing order; they do not move.
const uint32_t *normal_form_states(const normal_form *n, uint32_t set, uint32_t *count);
uint32_t normal_form_count(const normal_form *n); // sets
// States that were looked at while sets were made: what the construction costs.
uint64_t normal_form_looked(const normal_form *n);

#endif
