// SPDX-License-Identifier: MIT
// See other_conditions.h.

#include "judge/evidence/other_conditions.h"

#include "base/memory.h"
#include "judge/evidence/explanation_evidence.h"

#include <stdlib.h>
#include <string.h>

enum { OPERATIONS = 64, FACTORS = 4 };

// Seconds of processor time for all of them.
static const double patience = 0.3;

// From the one that people know best to those that are for some specs only.
static const char *const conditions[] = {
    "linearizable", "sequential", "quiescent",    "serializable", "mw-regular", "regular",
    "safe",         "quasi",      "out-of-order", "lateness",     "stuttering",
};

// Adds what it says, unless it cannot be judged of this spec. Gives the outcome.
static lp_outcome judge_one(const char *name, const lp_spec *spec, limits *l, bool only_if_holds,
                            lp_verdict *v)
{
    error e = {0};
    lp_verdict w;
    lp_verdict_init(&w);
    const judge *j = judge_find(name, &e);
    bool fine = j && judge_outcome(j, v->history, spec, l, &w, &e);
    lp_outcome outcome = fine ? w.outcome : LP_ERROR;
    if (outcome == LP_HOLDS) { // again, for the order
        lp_verdict_fini(&w);
        lp_verdict_init(&w);
        fine = judge_history(j, v->history, spec, l, true, &w, &e);
        outcome = fine ? w.outcome : LP_ERROR;
    }
    if (fine && outcome != LP_ERROR && (outcome == LP_HOLDS || !only_if_holds)) {
        lp_other_condition *o = explanation_add_other(v, name, outcome);
        if (outcome == LP_HOLDS && w.has_witness) {
            o->witness = w.witness;
            o->witness_count = w.witness_count;
            o->has_witness = true;
            w.witness = NULL;
            w.witness_count = 0;
        }
    }
    if (j)
        judge_release(j);
    lp_verdict_fini(&w);
    return outcome;
}

// The least factor that allows it, or that the largest one looked at does not.
static void judge_factors(const char *name, const lp_spec *spec, limits *l, lp_verdict *v)
{
    lp_outcome outcome = LP_VIOLATED;
    for (int k = 1; k <= FACTORS && outcome == LP_VIOLATED; k++) {
        text with = {0};
        text_add(&with, "%s:%d", name, k);
        outcome = judge_one(with.bytes, spec, l, k < FACTORS, v);
        text_fini(&with);
    }
}

void judge_other_conditions(const judge *j, const lp_spec *spec, limits *l, lp_verdict *v)
{
    if (!v->history || spec->syncs || spec->runs_programs || v->history->op_count > OPERATIONS)
        return;
    limits mine = {.busy = patience};
    if (l) {
        if (limits_reached(l))
            return;
        mine.memory = l->memory;
        mine.interrupted = l->interrupted;
    }
    limits_start(&mine);
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (strcmp(conditions[i], j->name) == 0 || limits_reached(&mine))
            continue;
        error e = {0};
        const judge *other = judge_find(conditions[i], &e);
        if (other)
            judge_one(conditions[i], spec, &mine, false, v);
        else
            judge_factors(conditions[i], spec, &mine, v);
        if (other)
            judge_release(other);
    }
}
