// SPDX-License-Identifier: MIT
// What a verify block claims of runs: a formula for each assignment of values to its variables, and
// what its atoms are about. Atoms are the conditions of states first, in the order of the formula,
// and then steps.

#ifndef VERIFY_RUN_CLAIM_H
#define VERIFY_RUN_CLAIM_H

#include "temporal/formula/ltl_formula.h"
#include "verify/search/kept_graph.h"

typedef struct run_claim run_claim;

// NULL: there are too many atoms, and the error says where.
run_claim *run_claim_new(const transition_system *s, const instance *v, fairness fair, bool actions,
                         error *e);
void run_claim_free(run_claim *c);
graph_reader run_claim_reader(run_claim *c);

// Before the graph is read: which values there are, and who. `renewed`: the formulas are others now.
bool run_claim_learn(run_claim *c, state_graph *g, bool *renewed, error *e);
// The letters of the graph are those of this formula from now on.
void run_claim_select(run_claim *c, state_graph *g, uint32_t which);

const ltl_pool *run_claim_pool(const run_claim *c);
uint32_t run_claim_count(const run_claim *c); // of formulas
ltl run_claim_formula(const run_claim *c, uint32_t which);
void run_claim_describe(const run_claim *c, uint32_t which,
                        text *out); // "t = 1, x = w2"; or nothing
// Of these atoms, a line for each on the left of an implication: if no run has it, that says nothing.
void run_claim_never(const run_claim *c, const state_graph *g, uint64_t atoms, text *out);
graph_label run_claim_label(const run_claim *c, const move *m);

#endif
