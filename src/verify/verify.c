// SPDX-License-Identifier: MIT
// One instance from start to verdict.

#include "verify/verify.h"

#include "judge/evidence/verdict.h"
#include "model/interpret/constant_value.h"
#include "spec/registry.h"
#include "spec/spec_get.h"
#include "verify/any_threads.h"
#include "verify/counterexample/path_replay.h"
#include "verify/counterexample/problem_text.h"
#include "verify/dot.h"
#include "verify/end_states.h"
#include "verify/find_progress.h"
#include "verify/property/history_property.h"
#include "verify/property/reachability.h"
#include "verify/quorum_claims.h"
#include "verify/related_states.h"
#include "verify/temporal/find_lasso.h"
#include "verify/verdict_plots.h"
#include "verify/walk/random_walks.h"

#include <math.h>
#include <stdlib.h>

static bool find_observer(job *j)
{
    const instance *v = j->v;
    return !v->property || (j->observer = named_property_find(v->property)) ||
           source_error(&j->m->source, j->e, v->property_at,
                        "there is a file src/verify/property/property_NAME.c for each",
                        "no property is called %s", v->property);
}

static bool find_spec(job *j)
{
    if (!j->v->refines || j->o->no_spec)
        return true;
    if (j->v->spec) {
        j->block = spec_block_new(j->m, j->v->spec);
        j->spec = spec_block_spec(j->block);
    } else if (!(j->spec = spec_get(j->v->refines, NULL, j->e))) {
        return false;
    }
    for (uint32_t i = 0; i < j->v->label_count; i++)
        j->spec_methods[i] =
            j->v->labels[i].returns ? UINT32_MAX : spec_method(j->spec, j->v->labels[i].method);
    for (uint32_t i = 0; !j->v->label_count && i < j->v->subject->method_count; i++)
        j->spec_methods[i] = spec_method(j->spec, j->v->subject->methods[i]->name);
    return true;
}

// What did not suffice, for the object or for what it is compared with.
static problem lacking(const job *j, const search *q)
{
    problem other = property_lacks(&j->property);
    return other == PROBLEM_NONE && q->end == SEARCH_PROBLEM ? (problem)q->run.problem : other;
}

static bool out_of_nodes(const job *j, problem p)
{
    return p == PROBLEM_NODES && !j->v->has_nodes && !j->o->nodes &&
           j->bounds.nodes < MODEL_MAX_NODES;
}

static bool walking(const job *j)
{
    return j->o->walk.steps > 0;
}

static void keep_graph(const job *j, search_options *o)
{
    if (!j->lassos)
        return;
    o->graph = lasso_finder_graph(j->lassos);
    o->reachable |= o->graph->read.conditions;
    o->looked_at = lasso_finder_look;
    o->looker = j->lassos;
}

static search_options options_of(job *j)
{
    bool promised = job_claim(j) == CLAIM_PROGRESS;
    search_options o = {.reductions = walking(j) ? 0 : j->o->reductions & job_kept_reductions(j),
                        .jobs = j->o->jobs,
                        .heap = j->o->heap,
                        .wide = j->wide || walking(j),
                        .compact = j->o->hash_compact && !j->exact,
                        .scalarset = j->scalarset.count > 1 ? &j->scalarset : NULL,
                        .dead = j->dead,
                        .looks = j->looks,
                        .eager = j->eager,
                        .independent = j->independent,
                        .actions = j->actions,
                        .orbits = j->orbits,
                        .marks = j->property.marks,
                        .events = j->compared != NULL,
                        .steps = j->o->steps,
                        .course = j->course,
                        .trail = j->trail,
                        .find_stuck = j->v->deadlockfree || j->v->nonterminating || promised,
                        .invariants = j->m->invariant_count > 0,
                        .leaks = j->v->leakfree,
                        .reachable = reachability_wanted(j->m, j->v),
                        .told = j->related ? related_note : NULL,
                        .context = j->related,
                        .ends = ends_wanted(j->m, j->v),
                        .followed = j->compared ? comparison_note
                                    : promised  ? progress_note
                                                : NULL,
                        .follower = j->compared ? (void *)j->compared : &j->shown,
                        .limits = j->o->limits};
    keep_graph(j, &o);
    return o;
}

bool job_grow(job *j, problem lacking)
{
    if (out_of_nodes(j, lacking)) {
        uint32_t more = j->bounds.nodes + j->bounds.nodes / 4;
        j->bounds.nodes = more < MODEL_MAX_NODES ? more : MODEL_MAX_NODES;
        return true;
    }
    if (lacking != PROBLEM_FULL || j->bounds.items >= MODEL_MAX_MANY)
        return false;
    j->bounds.items *= 2;
    return true;
}

// True: something did not suffice, and there is more of it now.
static bool try_again(job *j, search *q)
{
    if (q->end == SEARCH_WIDE) {
        j->wide = true;
        return true;
    }
    if (q->end == SEARCH_EXPOSED) {
        j->kept |= claim_looks_exposed(j->looks);
        return true;
    }
    problem lacks = lacking(j, q);
    if (job_grow(j, lacks))
        return true;
    // Steps that are taken at once, for ever, use up what there is before anybody else has moved.
    if ((lacks == PROBLEM_FULL || lacks == PROBLEM_NODES) && !j->stepwise) {
        j->stepwise = true;
        return (j->o->reductions & (REDUCE_STEPS | REDUCE_PRIVATE)) != 0;
    }
    if (q->compact && q->end != SEARCH_COMPLETE && q->end != SEARCH_LIMIT) {
        j->exact = true;
        return true;
    }
    return job_marks_wrong(j, q) || job_find_stuck(j, q);
}

double lap_time(double *last)
{
    double before = *last;
    *last = clock_seconds();
    return *last - before;
}

static bool compile(job *j)
{
    double clock = clock_seconds();
    bool ok = job_compile(j);
    j->times.compile += lap_time(&clock);
    return ok;
}

static void add_times(const job *j)
{
    const job_times *t = &j->times;
    verdict_figure(j->out, LP_FIGURE_COMPILE_SECONDS, t->compile);
    verdict_figure(j->out, LP_FIGURE_SEARCH_SECONDS, t->search);
    verdict_figure(j->out, LP_FIGURE_EXPLAIN_SECONDS, t->explain);
    verdict_figure(j->out, LP_FIGURE_STATES_PER_SECOND,
                   t->search > 0 ? round(t->states / t->search) : 0);
    verdict_figure(j->out, LP_FIGURE_PEAK_BYTES, (double)memory_resident_peak());
}

// What is claimed of runs, if something is. False: it cannot be looked for.
static bool find_runs(job *j)
{
    const char *whole = job_wants_states(j);
    if (whole && (walking(j) || j->o->hash_compact))
        return error_set(j->e, "%s keeps no states, and %s: leave it out",
                         walking(j) ? "--walk" : "--hash-compact", whole);
    if (job_claim(j) != CLAIM_TEMPORAL)
        return true;
    j->lassos = lasso_finder_new(&j->system, j->v, SEARCH_MAX_JOBS, j->o->limits, j->e);
    return j->lassos != NULL;
}

static bool run_search(job *j)
{
    for (bool again = true, ok = true; again;) {
        if (!compile(j))
            return false;
        bool broken = false;
        if (!quorum_claims_check(j, &broken) || broken) {
            system_fini(&j->system);
            return broken;
        }
        double clock = clock_seconds();
        if (!find_runs(j)) {
            system_fini(&j->system);
            return false;
        }
        if (!walking(j) && !j->lassos)
            job_prepare_reductions(j);
        job_start_property(j);
        search_options options = options_of(j);
        search q;
        search_init(&q, &j->system, j->property, &options);
        if (j->related)
            related_begin(j->related, j);
        if (walking(j))
            j->walks = random_walks_run(&q, &j->o->walk);
        else
            search_run(&q);
        ok = !j->related || q.end != SEARCH_COMPLETE || related_check(j->related, j, &q);
        again = ok && try_again(j, &q);
        j->times.search += lap_time(&clock);
        j->times.states += j->walks ? (double)j->walks->covered->all.steps : search_count(&q);
        ok = ok && (again || job_decide(j, &q));
        j->times.explain += lap_time(&clock);
        search_fini(&q);
        lap_fini(&j->lap);
        lasso_finder_free(j->lassos);
        j->lassos = NULL;
        random_walks_free(j->walks);
        j->walks = NULL;
        property_free(&j->property);
        job_forget_reductions(j);
        job_forget_system(j);
        if (!again)
            return ok;
    }
    return false;
}

// The violation is the answer; the histories behind it are not known.
static void say_no_histories(lp_verdict *out)
{
    verdict_set(&out->detail, "%s%sThe histories were not written: the model fails.",
                out->detail ? out->detail : "", out->detail ? "\n" : "");
}

// A history also ends where operations spin for ever, each thread getting its turn.
static bool end_spinning(void *context, uint32_t state, uint32_t observed)
{
    (void)state;
    property o = histories_property(context);
    o.ended(o.context, observed);
    return true;
}

static void add_spinning(search *q, histories *h)
{
    divergence_options o = {
        .assumed = SCHEDULING_FAIR_LOCKS, .calls = true, .found = end_spinning, .context = h};
    if (q->end == SEARCH_COMPLETE && divergence_possible(q->system->p) &&
        divergence_find(q, &o) != DIVERGENCE_DONE)
        q->end = SEARCH_LIMIT;
}

static bool collect_once(job *j, bool *again)
{
    if (!compile(j))
        return false;
    double clock = clock_seconds();
    histories *h = histories_new(&j->system);
    search q;
    search_options options = options_of(j);
    // Folding would lose histories; the others leave them as they are.
    options.reductions &= REDUCE_DEAD | REDUCE_PRIVATE;
    search_init(&q, &j->system, histories_property(h), &options);
    search_run(&q);
    add_spinning(&q, h);
    bool ok = true;
    *again = try_again(j, &q);
    j->times.search += lap_time(&clock);
    j->times.states += search_count(&q);
    if (q.end == SEARCH_LIMIT)
        verdict_decide(j->out, LP_UNKNOWN, "%s while collecting the histories",
                       q.reason ? q.reason : limits_reason(q.o.limits));
    else if (q.end != SEARCH_COMPLETE && !*again && j->out->outcome == LP_VIOLATED)
        say_no_histories(j->out);
    else if (q.end != SEARCH_COMPLETE)
        ok = *again || error_set(j->e, "the histories were not written, the model fails: %s",
                                 problem_text((problem)q.run.problem));
    else if ((ok = histories_write(h, j->o->histories, j->e)))
        verdict_figure(j->out, LP_FIGURE_HISTORIES, histories_count(h));
    search_fini(&q);
    histories_free(h);
    job_forget_system(j);
    return ok;
}

static bool collect_histories(job *j)
{
    bool again = true, ok = true;
    while (ok && again)
        ok = collect_once(j, &again);
    return ok;
}

bool job_judge(job *j)
{
    if (!job_set_bounds(j))
        return false;
    job_name_claim(j);
    const verify_options *o = j->o;
    if ((o->find_simulation && simulation_may_be_sought(j->v)) ||
        (o->strong && strength_may_be_asked(j->v)))
        return job_find_simulation(j);
    bool decided = false, ok = job_search_pairs(j, &decided);
    ok = ok && (decided || (run_search(j) && job_check_refinements(j)));
    if (ok && o->infer_points && points_may_be_inferred(j->v) && j->out->outcome == LP_HOLDS)
        ok = job_infer_points(j);
    return ok;
}

bool verify_instance(const instance *v, const verify_options *o, lp_pool *pool, lp_verdict *out,
                     error *e)
{
    job j = {.m = v->in, .v = v, .o = o, .pool = pool, .out = out, .e = e};
    search_course course = {0};
    state_trail trail = {0};
    if (o->plots) {
        j.course = &course;
        j.trail = &trail;
    }
    if (o->all_related && v->subject->simulates) {
        if (!(j.related = related_new(v, e)))
            return false;
        j.v = v = related_instance(j.related);
        j.m = v->in;
    }
    bool ok = find_observer(&j) && find_spec(&j);
    if (ok && any_threads_asked(v, o))
        ok = job_set_bounds(&j) && job_any_threads(&j);
    else if (ok)
        ok = job_wants_least(&j) ? job_find_least(&j) : job_find_condition(&j) && job_judge(&j);
    if (ok && o->histories && out->outcome != LP_ERROR && out->outcome != LP_UNKNOWN)
        ok = collect_histories(&j);
    if (ok && o->times)
        add_times(&j);
    if (ok && o->plots)
        job_add_graph(&j);
    state_trail_fini(&trail);
    judge_plan_fini(&j.plan);
    judge_release(j.condition);
    if (!j.block)
        spec_release(j.spec);
    spec_block_free(j.block);
    related_free(j.related);
    progress_run_free(j.shown);
    return ok;
}

bool verify_draw(const instance *v, const verify_options *o, lp_pool *pool, text *out, error *e)
{
    job j = {.m = v->in, .v = v, .o = o, .pool = pool, .e = e};
    if (any_threads_refuse(v, o, "--dot", e) || !job_set_bounds(&j))
        return false;
    for (bool again = true, ok = false; again;) {
        if (!system_init(&j.system, v, &j.bounds, pool, e))
            return false;
        job_prepare_drawing(&j);
        search_options options = options_of(&j);
        options.most = DOT_MOST_STATES;
        search q;
        search_init(&q, &j.system, property_none(), &options);
        search_run(&q);
        again = try_again(&j, &q);
        ok = again || dot_write(&q, out, e);
        search_fini(&q);
        job_forget_reductions(&j);
        system_fini(&j.system);
        if (!again)
            return ok;
    }
    return false;
}

bool verify_emit(const instance *v, const verify_options *o, text *out, error *e)
{
    job j = {.m = v->in, .v = v, .o = o, .e = e};
    if (any_threads_refuse(v, o, "--emit-c", e) || !job_set_bounds(&j))
        return false;
    program_options shape = system_shape(&j.bounds);
    program *p = program_new(v->in, v->subject, &shape);
    constants_find(p);
    program_emit(p, out);
    program_free(p);
    return true;
}
