// SPDX-License-Identifier: MIT
// verify NAME |= FORMULA: the search keeps the graph of states, and each time that this has four times as many,
// and when it is complete, a run is looked for that breaks the formula (fair_component.h). So what is
// found is found early, and all looks together cost a third more than the last.

#ifndef VERIFY_FIND_LASSO_H
#define VERIFY_FIND_LASSO_H

#include "verify/search/level_search.h"

typedef struct lasso_finder lasso_finder;

// NULL: the formula, or its automaton, is too large.
lasso_finder *lasso_finder_new(const transition_system *s, const instance *v, uint32_t jobs,
                               limits *l, error *e);
void lasso_finder_free(lasso_finder *f);
state_graph *lasso_finder_graph(const lasso_finder *f);
uint64_t lasso_finder_bytes(const lasso_finder *f); // of the graph, and of looking at it

// After a level: has nothing been found? Else the search ends with SEARCH_LASSO or SEARCH_LIMIT.
bool lasso_finder_look(void *finder, search *q);
void lasso_finder_complete(lasso_finder *f, search *q); // after the last
// Of what was found, once it was run again.
bool lasso_finder_confirmed(const lasso_finder *f, search *q);
bool lasso_finder_refuted(const lasso_finder *f);             // whatever comes after its steps
bool lasso_finder_ended(const lasso_finder *f);               // the run has an end
bool lasso_finder_whole(const lasso_finder *f);               // see lasso_path.h
void lasso_finder_describe(const lasso_finder *f, text *out); // of which values it is about
// What an implication of the formula presupposes, and no run has: a line each.
void lasso_finder_never(const lasso_finder *f, const search *q, text *out);
// Of runs: " that is weakly fair to threads"; "" where nothing is assumed.
const char *fairness_text(const instance *v);

#endif
