// SPDX-License-Identifier: MIT
// What a verdict covers, in words and figures.

#ifndef EXPLORE_EXPLORE_COVERAGE_H
#define EXPLORE_EXPLORE_COVERAGE_H

#include "explore/search/settings.h"
#include "explore/search/sweep.h"

void say_scenario(lp_verdict *v, lp_pool *pool, const scenario *sc);
// The first `done` of these scenarios are done with, and the sizes before.
void say_coverage(const settings *s, lp_verdict *v, const search_figures *f, const scenarios *all,
                  uint32_t done, const sweep *w);
void add_figures(lp_verdict *v, const search_figures *f, const settings *s, const scenarios *all,
                 uint32_t done, const sweep *w);

#endif
