// SPDX-License-Identifier: MIT
// Going through sizes, one after the other, within a budget of time. What was completed
// is what the verdict stands for; a budget that is used up makes nothing unknown.
// Two threads must have met before it counts: less would say nothing.
//
// Scenarios that were made up may have calls that wait for something that nobody brings.
// That is no violation where the spec lets them wait. Nor where the object is seen to wait
// when it is empty, even with one call alone, and the test says what is put in and taken
// out: then a call that takes something may wait for it. Such a scenario is passed over.

#ifndef EXPLORE_SWEEP_H
#define EXPLORE_SWEEP_H

#include "explore/scenarios.h"
#include "explore/search.h"
#include "judge/verdict.h"

typedef struct sweep {
    limits *limits;
    double budget;      // seconds
    bool tried;         // a scenario with two threads was
    bool met;           // and did not wait for ever
    bool bounded;       // the budget counts
    bool spent;         // and is used up
    uint32_t done;      // sizes completed
    uint32_t scenarios; // of these
    uint32_t waiting;   // so many of them were passed over
    uint32_t now;       // the same of the size under way
    bool takes_wait;    // one call alone, which takes something out, waits for ever
    intern *serial;     // serial runs that do; NULL: none
} sweep;

// The limits are those of the user, who may have set a shorter time.
void sweep_init(sweep *w, limits *l, double budget);
void sweep_fini(sweep *w);
// This scenario was gone through, or passed over.
void sweep_count(sweep *w, const scenario *sc, bool waits);
// The calls before the threads start would wait for ever: it need not be run.
bool sweep_passes_over(const sweep *w, const subject *s, const scenario *sc);
// Is the violation that no operation returns any more, and may they all wait? Then it is none.
bool sweep_waits(sweep *w, const search_options *o, const scenario *sc, const search_figures *f,
                 lp_verdict *v);
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
