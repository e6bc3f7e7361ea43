// SPDX-License-Identifier: MIT
// Going through sizes, one after the other, within a budget of time. What was completed
// is what the verdict stands for; a budget that is used up makes nothing unknown.
// Two threads must have met before it counts: less would say nothing.
//
// Scenarios that were made up may have calls that wait for something that nobody brings.
// That is no violation where they may wait: see deadlock.h. One in which some call waits for
// ever in all executions is counted apart, and where it is main that waits, before
// the threads start, others that begin so need not be run.

#ifndef EXPLORE_SWEEP_H
#define EXPLORE_SWEEP_H

#include "explore/search/exploration.h"
#include "explore/search/scenario_source.h"
#include "judge/evidence/verdict.h"

typedef struct sweep {
    limits *limits;
    double budget;      // seconds
    bool tried;         // a scenario with two threads was
    bool met;           // and did not wait for ever
    bool bounded;       // the budget counts
    bool spent;         // and is used up
    uint32_t done;      // sizes completed
    uint32_t scenarios; // of these
    uint32_t waiting;   // in so many of them a call always waits for ever
    uint32_t now;       // the same of the size under way
    intern *serial;     // serial runs that do; NULL: none
} sweep;

// The limits are those of the user, who may have set a shorter time.
void sweep_init(sweep *w, limits *l, double budget);
void sweep_fini(sweep *w);
// This scenario was gone through; `waits`: as sweep_waits says, or passed over.
void sweep_count(sweep *w, const subject *s, const scenario *sc, bool waits);
// The calls before the threads start would wait for ever: it need not be run.
bool sweep_passes_over(const sweep *w, const subject *s, const scenario *sc);
// Does some call wait for ever in all executions, as it may? Then that is no violation.
bool sweep_waits(const search_options *o, const search_figures *f, lp_verdict *v);
// Is it the budget that makes the verdict unknown? Then it is not.
bool sweep_spent(sweep *w, lp_verdict *v);
// All scenarios of a size were gone through: goes on to the next. False: that was all,
// or the verdict has become unknown.
bool sweep_next(sweep *w, scenarios *all, lp_verdict *v);
// At the end: where all that was tried waits for ever, nothing is known. False: there was
// nothing to try.
bool sweep_end(const sweep *w, const scenarios *all, lp_verdict *v, error *e);
// Adds what to try next to a verdict that holds.
void sweep_say_next(const sweep *w, lp_verdict *v);

#endif
