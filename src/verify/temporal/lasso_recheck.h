// SPDX-License-Identifier: MIT
// A second opinion on a run that breaks a formula: its moves are made again by the interpreter, the
// letters are read off the states on the way, the formula is evaluated on them by definition
// (lasso_evaluate.h), and fairness is asked of each lap.

#ifndef VERIFY_LASSO_RECHECK_H
#define VERIFY_LASSO_RECHECK_H

#include "verify/counterexample/counterexample.h"
#include "verify/temporal/run_claim.h"

typedef struct lasso_claim {
    run_claim *claim;
    uint32_t which; // of its formulas
    fairness fair;
    bool ended;   // nothing happens after the last move: `stem` is all
    bool refuted; // the moves break the formula, whatever comes after them; there is no lap
    bool whole;   // what is fair is in the run that is shown
} lasso_claim;

// Is it a run of the system, does it lead round, is it fair, and is the formula false of it?
bool lasso_confirmed(search *q, const way *w, const lasso_claim *c);

#endif
