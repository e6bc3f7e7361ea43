// SPDX-License-Identifier: MIT
// What a verdict covers, in words and figures.

#ifndef EXPLORE_COVERS_H
#define EXPLORE_COVERS_H

#include "explore/settings.h"

void say_scenario(lp_verdict *v, lp_pool *pool, const scenario *sc);
// Of `count` scenarios the first `done` are done with.
void say_covers(const settings *s, lp_verdict *v, const search_figures *f, uint32_t done,
                uint32_t count);
void add_figures(lp_verdict *v, const search_figures *f, const settings *s, uint32_t count);

#endif
