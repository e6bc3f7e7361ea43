// SPDX-License-Identifier: MIT
// refinement_run: the search over pairs, of the graphs as they are, or of their quotients where that pays.
// To minimise costs a few passes over all edges; the search alone often needs one. So it begins at once,
// and when it has cost more than these passes would, graphs are minimised and it begins again. What it
// costs is counted in steps, not in seconds: the same is done on every machine.

#include "verify/compare/bisimulation.h"
#include "verify/compare/lifted_run.h"
#include "verify/compare/pair_search.h"

#include <stdlib.h>

enum { STATES_AT_LEAST = 1 << 12 };

// NULL: it does not get smaller, or has too many states that nobody has asked for.
static step_graph *smaller(const refinement_check *c, step_graph *g)
{
    uint32_t met = step_graph_count(g);
    uint32_t most = c->minimise == MINIMISE_ALWAYS || met > UINT32_MAX / 2
                        ? UINT32_MAX
                        : met * 2 + STATES_AT_LEAST;
    step_graph *q = bisimulation_quotient(g, c->kind != CHECK_TRACES, most, c->limits);
    if (q && c->minimise != MINIMISE_ALWAYS && step_graph_count(q) == step_graph_count(g)) {
        step_graph_free(q);
        q = NULL;
    }
    return q;
}

static refinement_end run_minimised(refinement_check *c)
{
    step_graph *a = smaller(c, c->a), *b = smaller(c, c->b);
    refinement_end end = pair_search_run(c, a ? a : c->a, b ? b : c->b, false);
    bool found = end != REFINEMENT_HOLDS && end != REFINEMENT_STOPPED;
    if (found && a && !lifted_run(c, a, end))
        end = REFINEMENT_STOPPED;
    step_graph_free(a);
    step_graph_free(b);
    return end;
}

refinement_end refinement_run(refinement_check *c)
{
    bool compares = c->kind <= CHECK_DIVERGENCES;
    refinement_end end = REFINEMENT_COSTLY;
    if (!compares || c->minimise != MINIMISE_ALWAYS)
        end = pair_search_run(c, c->a, c->b, compares && c->minimise == MINIMISE_IF_WORTH);
    return end == REFINEMENT_COSTLY ? run_minimised(c) : end;
}

void refinement_fini(refinement_check *c)
{
    free(c->path);
    free(c->lap);
    c->path = NULL;
    c->lap = NULL;
}
