// SPDX-License-Identifier: MIT
// From the moves of a counterexample to its history and its steps in words. Each move is
// also made by the interpreter.

#ifndef VERIFY_COUNTEREXAMPLE_H
#define VERIFY_COUNTEREXAMPLE_H

#include "judge/evidence/verdict.h"
#include "verify/search/search_worker.h"

// The moves that a search found, from the start on.
typedef struct way {
    move *moves;
    bool *ends; // a state of the search was reached: nodes get new numbers
    uint32_t count;
    uint32_t stem; // so many lead to where the others lead round, if there is a lap
    size_t capacity, end_capacity;
} way;

void way_add(way *w, const move *m, bool ends);
void way_fini(way *w);

// False: the interpreter does not agree. `observed` is any state of the observer. Where a node was
// lost, q->run.where becomes the place.
bool counterexample_explain(search *q, worker *w, const way *moves, uint32_t observed,
                            lp_verdict *v);

#endif
