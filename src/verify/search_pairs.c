// SPDX-License-Identifier: MIT
// Two processes compared, or one that is to be deterministic or not to diverge: one search for all that is
// claimed. The search over pairs (refinement_check.h) makes the graph of the process; if it finds nothing, that
// graph is made to its end, and has all states that a search over states would meet, with the same
// figures, code that was reached, invariants and deadlocks. So only where something else is wrong, which the other
// search then finds by the shortest way, or where more is claimed of states, is there a search over states.
//
// Of traces, pairs after traces of one length are looked at up to some number, and with half of the memory: what takes
// more is for a search that has several threads and packs its states. A trace that is lacking is for that search, too: the fewest steps
// lead to what it finds.
//
// Pairs are made of the graphs in which antichains matter: without them (--reduce -antichain) the states are
// searched first, and what is found is compared with this in test_random_processes.c.

#include "judge/evidence/verdict.h"
#include "verify/compare/whole_graph.h"
#include "verify/end_states.h"
#include "verify/property/reachability.h"
#include "verify/property/reached.h"
#include "verify/quorum_claims.h"
#include "verify/refining.h"
#include "verify/verdict_text.h"

#include <math.h>

// A process may have no end of states after a trace, by steps that are not seen, and a fault is often near the start:
// a search by steps finds it at once, and one by traces never. What ends has far fewer of one length: of 880,000 pairs
// of a register with 10 values at most 330,000, of 4 million of a stack 200,000.
enum { MOST_ALIKE = 1 << 20, MANY_STATES = 100000 };

// Is it enough that no state is wrong, and no failure, divergence or trace?
static bool suffice(const job *j)
{
    const instance *v = j->v;
    return !v->leakfree && !j->o->histories && !j->o->hash_compact && !j->m->record_count &&
           !reachability_wanted(j->m, v) && !ends_wanted(j->m, v) && !claims_steps(j) &&
           !quorum_claims_made(j);
}

static bool may_be_first(const job *j)
{
    const instance *v = j->v;
    bool compares = v->implements != NULL;
    return v->process && (!compares || v->against_process) && !v->property && !v->refines &&
           (job_claim(j) == CLAIM_IMPLEMENTS || job_claim(j) == CLAIM_NOTHING) && !j->o->no_spec &&
           !j->o->walk.steps && (j->o->reductions & REDUCE_ANTICHAIN);
}

static state_claims claims_of(const job *j)
{
    return (state_claims){.invariants = j->m->invariant_count > 0,
                          .goes_on = j->v->deadlockfree || j->v->nonterminating};
}

static void add_figures(const refining *f)
{
    const job *j = f->j;
    step_graph *g = f->check.a;
    uint32_t states = step_graph_count(g);
    verdict_figure(j->out, LP_FIGURE_STATES, states);
    verdict_figure(j->out, LP_FIGURE_TRANSITIONS, (double)step_graph_moves(g));
    if (program_collects(j->system.p))
        verdict_figure(j->out, LP_FIGURE_ITEMS, j->bounds.items);
    if (states >= MANY_STATES)
        verdict_figure(j->out, LP_FIGURE_BYTES_PER_STATE,
                       round((double)step_graph_bytes(g) / states));
}

// What the searches so far have come to.
typedef struct paired {
    refinement_end end;
    bool traces;   // they are those of the specification
    uint32_t sets; // of its normal form, then
} paired;

// One check after the other, until one finds something: that is not ended. False: with an error.
static bool run_checks(refining *f, const refinement_claim *claims, uint32_t count, paired *out)
{
    *out = (paired){.end = REFINEMENT_HOLDS};
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            refining_end_check(f);
        if (!refining_begin_check(f, claims[i].kind))
            return false;
        f->check.most_alike = claims[i].kind == CHECK_TRACES ? MOST_ALIKE : 0;
        out->end = refinement_run(&f->check);
        if (out->end != REFINEMENT_HOLDS)
            break;
        if (claims[i].kind == CHECK_TRACES)
            *out = (paired){.traces = true, .sets = f->check.sets};
    }
    return true;
}

static bool has_failed(const step_graph *g)
{
    return g && step_graph_failure(g)->problem != PROBLEM_NONE;
}

// The time is up, or the memory.
static void stop(const refining *f)
{
    const job *j = f->j;
    const char *what = j->v->refinement       ? "failures"
                       : j->v->implements     ? "traces"
                       : j->v->divergencefree ? "runs"
                                              : "failures";
    add_figures(f);
    uint32_t states = step_graph_count(f->check.a);
    verdict_set(&j->out->coverage, "%u state%s of %s, and a part of the %s", states,
                states == 1 ? "" : "s", j->v->object, what);
    verdict_decide(j->out, LP_UNKNOWN, "%s", limits_reason(j->o->limits));
}

static void praise(const refining *f, const refinement_claim *claims, uint32_t count)
{
    job *j = f->j;
    describe_cover(j);
    describe_success(j, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (claims[i].kind != CHECK_TRACES)
            refining_praise(j, &claims[i]);
    coverage_add(j);
}

// From what was found to the verdict, if it is one. False: with an error.
static bool decide(refining *f, const refinement_claim *claims, uint32_t count, const paired *p,
                   bool *decided)
{
    job *j = f->j;
    const state_claims states = claims_of(j);
    bool stopped = p->end == REFINEMENT_STOPPED;
    if (p->end == REFINEMENT_HOLDS) {
        whole_end whole = whole_graph_make(f->check.a, &states);
        if (whole == WHOLE_DONE) {
            add_figures(f);
            verdict_figure(j->out, LP_FIGURE_DEPTH, whole_graph_depth(f->check.a));
            if (p->sets)
                verdict_figure(j->out, LP_FIGURE_MONITOR_STATES, p->sets);
            praise(f, claims, count);
            *decided = true;
        }
        stopped = whole == WHOLE_STOPPED;
    } else if (!stopped && f->check.kind != CHECK_TRACES && !states.invariants && !states.goes_on) {
        add_figures(f);
        verdict_figure(j->out, LP_FIGURE_DEPTH, f->check.path_count);
        describe_cover(j);
        *decided = true;
        return refining_explain(f, p->end);
    }
    if (stopped && !has_failed(f->check.a) && !has_failed(f->check.b) && j->o->limits &&
        limits_reached(j->o->limits)) {
        stop(f);
        *decided = true;
    }
    return true;
}

bool job_search_pairs(job *j, bool *decided)
{
    refinement_claim claims[REFINEMENT_MOST_CLAIMS + 1];
    bool traces = j->v->implements && j->v->refinement == REFINE_TRACES;
    uint32_t count = 0;
    *decided = false;
    if (!may_be_first(j))
        return true;
    if (traces)
        claims[count++] = (refinement_claim){.kind = CHECK_TRACES};
    if (suffice(j))
        count += refinement_claims(j, claims + count);
    if (count == 0)
        return true;
    double clock = clock_seconds();
    refining f;
    limits half = j->o->limits ? *j->o->limits : (limits){0};
    half.memory /= 2;
    if (!refining_begin(&f, j, traces ? &half : j->o->limits))
        return false;
    paired p;
    j->times.compile += lap_time(&clock);
    bool ok = run_checks(&f, claims, count, &p);
    j->traces_hold = ok && p.traces;
    j->sets = p.sets;
    if (ok && suffice(j))
        ok = decide(&f, claims, count, &p, decided);
    j->times.search += lap_time(&clock);
    j->times.states += step_graph_count(f.check.a);
    refining_end(&f);
    return ok;
}
