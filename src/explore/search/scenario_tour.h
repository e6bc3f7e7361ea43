// SPDX-License-Identifier: MIT
// All scenarios, one after the other, up to the first that does not hold; what is said of them
// together.

#ifndef EXPLORE_SCENARIO_TOUR_H
#define EXPLORE_SCENARIO_TOUR_H

#include "explore/search/settings.h"
#include "explore/search/sweep.h"
#include "judge/relaxed/minimal_relaxation_many.h"

// `factor`: of --quasi-factor, else NULL. `w` is filled; sweep_say_next may be asked afterwards.
bool scenarios_explore(const settings *s, search_options *o, minimal_relaxation *factor,
                       scenarios *all, sweep *w, lp_verdict *v, error *e);
// One of them, or one execution of it if `along` is given.
bool scenario_explore(search_options *o, minimal_relaxation *factor, const scenario *sc,
                      const schedule *along, intern *lines, search_figures *f, lp_verdict *v,
                      error *e);

#endif
