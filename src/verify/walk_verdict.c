// SPDX-License-Identifier: MIT
// See walk_verdict.h. Of a violation there are only those figures that do not depend on how many
// threads have walked.

#include "verify/walk_verdict.h"

#include "judge/evidence/verdict.h"
#include "verify/property/extremes.h"
#include "verify/property/reachability.h"
#include "verify/property/reached.h"
#include "verify/walk/random_walks.h"

#include <math.h>
#include <stdlib.h>

static bool fails(const search *q)
{
    return q->end != SEARCH_COMPLETE && q->end != SEARCH_LIMIT;
}

void walks_figures(job *j, const search *q)
{
    const random_walks *r = j->walks;
    const walk_statistics *w = r->covered;
    lp_verdict *out = j->out;
    verdict_figure(out, LP_FIGURE_SEED, (double)j->o->walk.seed);
    if (fails(q)) {
        verdict_figure(out, LP_FIGURE_FOUND_IN_WALK, (double)r->failed);
        verdict_figure(out, LP_FIGURE_WALK_STEPS, (double)r->failed_steps);
    } else
        verdict_figure(out, LP_FIGURE_WALKS, (double)w->walks);
    verdict_figure(out, LP_FIGURE_STEPS, (double)w->all.steps);
    if (fails(q))
        return;
    verdict_figure(out, LP_FIGURE_ENDED_WALKS, (double)w->ended);
    verdict_figure(out, LP_FIGURE_MEDIAN_DEPTH, (double)walk_statistics_depth(w, 50));
    verdict_figure(out, LP_FIGURE_DEPTH_OF_MOST, (double)walk_statistics_depth(w, 90));
    verdict_figure(out, LP_FIGURE_DEPTH, (double)w->deepest);
    verdict_figure(out, LP_FIGURE_ESTIMATED_STATES, round(sketch_estimate(&w->all.states)));
    if (j->m->record_count)
        verdict_figure(out, LP_FIGURE_NODES, j->bounds.nodes);
    if (program_collects(j->system.p))
        verdict_figure(out, LP_FIGURE_ITEMS, j->bounds.items);
    if (property_count(&j->property))
        verdict_figure(out, LP_FIGURE_MONITOR_STATES, property_count(&j->property));
}

void walks_cover(job *j)
{
    const walk_options *o = &j->o->walk;
    if (o->one)
        verdict_set(&j->out->coverage, "random walk %llu of at most %llu steps",
                    (unsigned long long)o->number, (unsigned long long)o->length);
    else
        verdict_set(&j->out->coverage, "random walks of at most %llu steps each",
                    (unsigned long long)o->length);
}

// Conditions that are said to be reachable: walks may have come by.
static uint32_t conditions_missed(const job *j)
{
    uint64_t missed = reachability_lacking(j, j->walks->covered->all.reached);
    return (uint32_t)__builtin_popcountll(missed);
}

void walks_extremes(job *j)
{
    const walk_cover *all = &j->walks->covered->all;
    extremes_so_far(j, all->reached, all->extremes);
}

void walks_decide(job *j)
{
    uint32_t missed = conditions_missed(j);
    walks_extremes(j);
    coverage_add(j);
    if (missed)
        verdict_decide(j->out, LP_UNKNOWN,
                       "the walks found nothing wrong, which proves nothing; %u condition%s that "
                       "should be reachable did not occur",
                       missed, missed == 1 ? "" : "s");
    else
        verdict_decide(j->out, LP_UNKNOWN, "the walks found nothing wrong, which proves nothing");
}
