// SPDX-License-Identifier: MIT
// From a formula to an automaton that accepts the words that satisfy it. The same formula gives the
// same automaton.
//
//     omega_automaton *a = ltl_translate(pool, ltl_not(pool, f), (ltl_translation){0}, &e);
//     …
//     omega_free(a);

#ifndef TEMPORAL_LTL_TRANSLATE_H
#define TEMPORAL_LTL_TRANSLATE_H

#include "base/error.h"
#include "temporal/automaton/omega_automaton.h"
#include "temporal/formula/ltl_formula.h"

typedef struct ltl_translation {
    uint32_t most_states, most_edges; // before reductions; 0: 20,000 and 200,000
    bool buchi;                       // one mark at most
    // At least so many `[] <> b` that a word has to satisfy are left to its letters (omega_automaton.h); 0: none is,
    // as where there is to be one mark.
    uint32_t recurring;
    bool plain; // neither the formula is rewritten nor the automaton reduced: for tests and figures
} ltl_translation;

// NULL: it is too large, and the error says in what.
omega_automaton *ltl_translate(const ltl_pool *pool, ltl f, ltl_translation how, error *e);

#endif
