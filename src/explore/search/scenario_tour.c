// SPDX-License-Identifier: MIT
// See scenario_tour.h.

#include "explore/search/scenario_tour.h"

#include "base/memory.h"
#include "explore/effects/effect_report.h"
#include "explore/runtime/runtime.h"
#include "explore/search/deadlock.h"
#include "explore/search/explore_coverage.h"
#include "explore/search/recording_strategy.h"
#include "explore/show/leaks.h"
#include "history/history_set.h"

#include <stdlib.h>

// Operations that never return may be right: is a call that takes something out seen to wait
// for ever, alone? True: it is, and that was not known before.
static bool learn_waiting(search_options *o, const scenario *sc, lp_verdict *v, error *e)
{
    if (ended.lost || o->takes_wait || v->outcome != LP_VIOLATED || verdict_breaks_condition(v) ||
        !v->history)
        return false;
    const scenario_call *call = deadlock_suspect(o, sc, v->history);
    if (!call)
        return false;
    scenario *alone = memory_new(1, sizeof *alone);
    alone->thread_count = alone->threads[0].count = 1;
    alone->threads[0].calls[0] = *call;
    search_figures figures = {0};
    lp_verdict its;
    lp_verdict_init(&its);
    progress_curve *curve = o->curve;
    o->curve = NULL; // it is no part of the search
    bool ok = search_run(o, alone, NULL, &figures, &its, e);
    o->curve = curve;
    o->takes_wait =
        ok && its.outcome == LP_VIOLATED && figures.stuck && !verdict_breaks_condition(&its);
    if (ok && its.outcome == LP_UNKNOWN) // a limit: so is this
        verdict_decide(v, LP_UNKNOWN, "%s", its.reason);
    lp_verdict_fini(&its);
    free(alone);
    return o->takes_wait;
}

// One scenario. With --quasi-factor it is gone through again with a larger factor as
// long as one might be enough: the search ends at the first violation, so most of the
// time goes into the last round.
bool scenario_explore(search_options *o, minimal_relaxation *factor, const scenario *sc,
                      const schedule *along, intern *lines, search_figures *f, lp_verdict *v,
                      error *e)
{
    for (;;) {
        bool ok =
            along ? search_replay(o, sc, along, false, v, e) : search_run(o, sc, lines, f, v, e);
        if (ok && learn_waiting(o, sc, v, e)) {
            lp_verdict_fini(v);
            lp_verdict_init(v);
            continue;
        }
        if (along)
            v->trace_setup = 0; // whoever asks for one execution sees all of it
        if (!ok || !factor || !verdict_breaks_condition(v) || factor->hopeless)
            return ok;
        say_scenario(v, o->subject->pool, sc);
        bool raised = minimal_relaxation_raise(factor, v, o->subject->spec);
        o->judge = factor->judge;
        if (!raised) { // once more, for the counterexample to any factor
            lp_verdict_fini(v);
            lp_verdict_init(v);
        }
    }
}

static void add_up(search_figures *sum, const search_figures *f)
{
    sum->executions += f->executions;
    sum->complete += f->complete;
    sum->states += f->states;
    sum->cut_off += f->cut_off;
    sum->steps += f->steps;
    sum->histories += f->histories;
}

// What is said of all of them.
static void take_in(search_figures *sum, const search_figures *f, bool first)
{
    sum->kind = f->kind > sum->kind ? f->kind : sum->kind;
    sum->bound = first || f->bound < sum->bound ? f->bound : sum->bound;
    sum->bounded = sum->bounded || f->bounded;
    sum->part_done = f->part_done;
    sum->parts = f->parts;
    sum->parts_done = f->parts_done;
    sum->symmetry = sum->symmetry || f->symmetry;
    sum->unlucky = sum->unlucky || f->unlucky;
    sum->leaked = f->leaked > sum->leaked ? f->leaked : sum->leaked;
}

// On the way through the scenarios.
typedef struct tour {
    const settings *settings;
    search_options *options;
    minimal_relaxation *factor;
    scenarios *all;
    sweep *sweep;
    intern *lines; // of --histories
    search_figures sum;
    uint32_t at;
    const scenario *now;
} tour;

static bool visit(tour *t, lp_verdict *v, error *e)
{
    search_options *o = t->options;
    search_figures f = {.kind = t->sum.kind, .bound = t->sum.bound};
    o->executions_before = t->sum.executions;
    o->histories_before = t->sum.histories;
    o->size = t->all->sweep ? sizes_name(t->all->size) : NULL;
    o->scenario = t->at;
    o->scenarios = t->all->count;
    leaks_forget();
    if (!(t->now = scenarios_get(t->all, t->at, e)))
        return false;
    bool made_up = t->all->all != NULL;
    bool waits = made_up && sweep_passes_over(t->sweep, o->subject, t->now);
    if (t->at > 0 && limits_reached(o->limits))
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(o->limits));
    else if (!waits && !scenario_explore(o, t->factor, t->now, NULL, t->lines, &f, v, e))
        return false;
    add_up(&t->sum, &f);
    if (v->outcome == LP_HOLDS && t->settings->leaks && f.leaked)
        leaks_decide(v, f.leaked);
    waits = waits || (made_up && sweep_waits(o, &f, v));
    if (sweep_spent(t->sweep, v))
        return true;
    take_in(&t->sum, &f, t->sum.executions == f.executions);
    if (v->outcome == LP_HOLDS)
        sweep_count(t->sweep, o->subject, t->now, waits);
    if (v->outcome == LP_HOLDS && o->effects)
        recording_finish(o->effects);
    return true;
}

// Stops at the first scenario that does not hold.
static bool visit_all(tour *t, lp_verdict *v, error *e)
{
    if (!t->all->count) // there may be none of a size
        v->outcome = LP_HOLDS;
    for (t->at = 0; t->at < t->all->count; t->at++) {
        if (!visit(t, v, e))
            return false;
        if (v->outcome != LP_HOLDS || t->sweep->spent)
            break;
    }
    if (t->options->effects && v->outcome == LP_HOLDS && !t->sweep->spent)
        effect_graph_keep(t->options->effects);
    return true;
}

// The budget was for the executions.
static bool report_effects(const settings *s, search_options *o, lp_verdict *v, error *e)
{
    effect_graph_rewind(o->effects);
    o->limits->timeout = s->timeout;
    o->limits->reached = NULL;
    return effects_report(o->effects, o->limits, v, e);
}

bool scenarios_explore(const settings *s, search_options *o, minimal_relaxation *factor,
                       scenarios *all, sweep *w, lp_verdict *v, error *e)
{
    tour t = {.settings = s,
              .options = o,
              .factor = factor,
              .all = all,
              .sweep = w,
              .lines = s->histories ? intern_new() : NULL};
    bool ok;
    sweep_init(w, o->limits, s->budget);
    do
        ok = visit_all(&t, v, e);
    while (ok && v->outcome == LP_HOLDS && !w->spent && sweep_next(w, all, v));
    if (ok)
        ok = sweep_end(w, all, v, e);
    if (ok) {
        say_coverage(s, v, &t.sum, all, t.at, w);
        bool at_one = t.at < all->count && v->outcome != LP_HOLDS;
        if (at_one || (!all->sweep && all->count == 1))
            say_scenario(v, o->subject->pool, t.now);
        add_figures(v, &t.sum, s, all, t.at, w);
        if (o->curve)
            curve_tell(o->curve, t.sum.executions, t.sum.histories, "executions", v);
    }
    if (ok && o->effects && v->outcome == LP_HOLDS)
        ok = report_effects(s, o, v, e);
    if (ok && t.lines)
        ok = history_set_write(t.lines, s->histories, e);
    intern_free(t.lines);
    sweep_fini(w);
    return ok;
}
