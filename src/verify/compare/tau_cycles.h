// SPDX-License-Identifier: MIT
// Which states of a graph are on a cycle of steps that are not seen: there a run diverges. Found by
// Tarjan's algorithm, from each state that is asked for on, and remembered.

#ifndef VERIFY_TAU_CYCLES_H
#define VERIFY_TAU_CYCLES_H

#include "verify/compare/step_graph.h"

typedef struct tau_cycles tau_cycles;

tau_cycles *tau_cycles_new(step_graph *g); // which stays the caller's
void tau_cycles_free(tau_cycles *t);
// False: a step of the graph failed.
bool tau_cycles_on(tau_cycles *t, uint32_t state, bool *on);
// A shortest cycle of such steps through a state that is on one: the states after it, the last of which
// it is itself. The caller's to free.
uint32_t *tau_cycles_lap(tau_cycles *t, uint32_t state, uint32_t *count);

#endif
