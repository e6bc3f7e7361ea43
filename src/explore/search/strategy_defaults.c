// SPDX-License-Identifier: MIT
// For strategies that have nothing to do, or to say: see strategy.h.

#include "explore/search/strategy.h"

void strategy_ignore(strategy *s)
{
    (void)s;
}

double strategy_no_estimate(const strategy *s)
{
    (void)s;
    return 0;
}

void strategy_no_figures(const strategy *s, search_figures *f)
{
    (void)s;
    (void)f;
}

const struct state_graph *strategy_no_graph(const strategy *s)
{
    (void)s;
    return NULL;
}
