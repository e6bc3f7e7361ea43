// SPDX-License-Identifier: MIT
// What is claimed of failures and divergences: after the search has found nothing else that is wrong,
// the graphs of both sides are made and compared (refinement_check.h). What is found is run again by the
// interpreter, and asked again of both sides (failure_recheck.h), before it is shown.
//
// Which events there are is for the front end to say (visible_labels.h): those of a process, the calls and
// returns of an object, the visible actions of an automaton. All else is not seen. A guard or an await that
// does not hold makes no edge, so a state in which an operation waits may be stable, and refuses its return;
// one in which it spins is not stable, and the spinning is a divergence. A call that the client may not
// make, or an action that is not enabled, is refused.

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "verify/compare/failure_recheck.h"
#include "verify/counterexample/counterexample.h"
#include "verify/counterexample/path_replay.h"
#include "verify/counterexample/problem_text.h"
#include "verify/refining.h"

#include <stdlib.h>
#include <string.h>

bool refining_begin(refining *f, job *j, limits *l)
{
    *f = (refining){.j = j, .limits = l};
    j->bounds.view = job_view(j, VIEW_EVENTS);
    if (!system_init(&j->system, j->v, &j->bounds, j->pool, j->e))
        return false;
    f->labels = visible_labels_new();
    move_labels_init(&f->of_a, f->labels, &j->system, labels_are_events(j->v));
    graph_options o = {.system = &j->system, .seen = &f->of_a, .limits = l};
    f->check.a = step_graph_new(&o);
    return true;
}

bool refining_begin_check(refining *f, refinement_kind kind)
{
    job *j = f->j;
    f->check.kind = kind;
    f->check.limits = f->limits;
    bool compares = kind <= CHECK_DIVERGENCES;
    f->against = comparison_instance(j->v);
    if (compares && !system_init(&f->other, &f->against, &j->bounds, j->pool, j->e))
        return false;
    f->compares = compares;
    if (kind == CHECK_DIVERGENCE_FREE)
        return true;
    const transition_system *b = compares ? &f->other : &j->system;
    move_labels_init(&f->of_b, f->labels, b, labels_are_events(j->v));
    graph_options o = {.system = b, .seen = &f->of_b, .limits = f->limits};
    f->check.b = step_graph_new(&o);
    return true;
}

void refining_end_check(refining *f)
{
    refinement_fini(&f->check);
    step_graph_free(f->check.b);
    move_labels_fini(&f->of_b);
    free(f->trace);
    free(f->offered);
    if (f->compares)
        system_fini(&f->other);
    *f = (refining){.j = f->j,
                    .limits = f->limits,
                    .labels = f->labels,
                    .of_a = f->of_a,
                    .check = {.a = f->check.a}};
}

void refining_end(refining *f)
{
    refining_end_check(f);
    step_graph_free(f->check.a);
    move_labels_fini(&f->of_a);
    visible_labels_free(f->labels);
    system_fini(&f->j->system);
}

// What is taken at once after the last move; how many these are.
static uint32_t add_settled(const step_graph *g, way *w)
{
    uint32_t count;
    const move *moves = step_graph_settled(g, &count);
    for (uint32_t i = 0; i < count; i++)
        way_add(w, &moves[i], true);
    return count;
}

// The moves of the path, and of the lap after it. False: one is not found again, or the lap is none.
static bool find_way(refining *f, way *w)
{
    const refinement_check *c = &f->check;
    uint32_t at = step_graph_start(c->a), turn = at, taken = 0;
    f->trace = memory_new((size_t)c->path_count + 1, sizeof *f->trace);
    for (uint32_t i = 0; i < c->path_count + c->lap_count; i++) {
        graph_edge round = {.to = i < c->path_count ? 0 : c->lap[i - c->path_count]};
        const graph_edge *next = i < c->path_count ? &c->path[i] : &round;
        move m;
        if (!step_graph_move(c->a, at, next, &m))
            return false;
        way_add(w, &m, true);
        taken += 1 + add_settled(c->a, w);
        if (next->label != LABEL_UNSEEN)
            f->trace[f->trace_count++] = next->label;
        at = next->to;
        if (i + 1 == c->path_count) {
            w->stem = taken;
            turn = at;
        }
    }
    f->round = c->lap_count ? taken - w->stem : 0;
    return !c->lap_count || at == turn;
}

static bool fault(const job *j)
{
    return error_set(j->e,
                     "the counterexample is not confirmed: this is a fault of linchpin, please "
                     "report it with the model");
}

// Shows the run, each move of which the interpreter makes again.
static bool show_run(refining *f, const way *w)
{
    job *j = f->j;
    search_options options = {.jobs = 1,
                              .wide = true,
                              .events = true,
                              .steps = j->o->steps,
                              .trail = j->trail,
                              .limits = j->o->limits};
    limits l = j->o->limits ? *j->o->limits : (limits){0};
    l.memory = 0;
    l.reached = NULL;
    search q;
    search_init(&q, &j->system, property_none(), &options);
    q.found = w;
    q.end = SEARCH_STUCK;
    q.lap_count = f->round;
    replay_end end = replay(&q, &l, j->out);
    search_fini(&q);
    j->out->rechecked = end == REPLAY_DONE;
    return end != REPLAY_FAULT || fault(j);
}

static void add_labels(const refining *f, const uint32_t *list, uint32_t count, text *out)
{
    for (uint32_t i = 0; i < count; i++)
        text_add(out, "%s%s", i ? ", " : "", visible_label_text(f->labels, list[i]));
}

// A stable state at the end of the path, asked again for what it offers.
static bool confirm_offers(refining *f, text *detail)
{
    const refinement_check *c = &f->check;
    failure_recheck t = {&f->j->system, &f->of_a, f->trace, f->trace_count, f->j->o->limits};
    uint32_t last = c->path_count ? c->path[c->path_count - 1].to : step_graph_start(c->a);
    bool ok = state_offers(&t, step_graph_cells(c->a, last), &f->offered, &f->offered_count);
    text_add(detail, "\nThen %s offers only {", f->j->v->object);
    add_labels(f, f->offered, f->offered_count, detail);
    text_add(detail, "}");
    return ok;
}

// It refuses what it can also do after this trace.
static bool confirm_both(refining *f, text *detail)
{
    uint32_t *longer = memory_new((size_t)f->trace_count + 1, sizeof *longer);
    failure_recheck t = {&f->j->system, &f->of_a, longer, f->trace_count + 1, f->j->o->limits};
    for (uint32_t i = 0; i < f->trace_count; i++)
        longer[i] = f->trace[i];
    longer[f->trace_count] = f->check.refused;
    text_add(detail, "; another run with this trace goes on with %s",
             visible_label_text(f->labels, f->check.refused));
    bool ok = trace_is_had(&t);
    free(longer);
    return ok;
}

// The other side, asked again, does not have what was found.
static bool confirm_other(refining *f, refinement_end found, text *detail)
{
    failure_recheck t = {&f->other, &f->of_b, f->trace, f->trace_count, f->j->o->limits};
    failure_claim asked = {.divergences = f->check.kind == CHECK_DIVERGENCES};
    static const uint32_t nothing;
    text instead = {0};
    bool ok;
    if (found == REFINEMENT_TRACE) {
        ok = !trace_is_had(&t);
        t.length--;
        ok = ok && (!asked.divergences || failure_is_lacking(&t, &asked, NULL));
        text_add(detail, "\nIts last event is none that %s can go on with.", f->j->v->implements);
    } else if (found == REFINEMENT_DIVERGES) {
        ok = failure_is_lacking(&t, &asked, NULL);
        text_add(detail, "\nThen %s goes on for ever with nothing seen of it, and %s cannot.",
                 f->j->v->object, f->j->v->implements);
    } else {
        asked.offered = f->offered ? f->offered : &nothing;
        asked.offered_count = f->offered_count;
        ok = failure_is_lacking(&t, &asked, &instead);
        text_add(detail, "; %s offers at least %s", f->j->v->implements,
                 instead.length ? instead.bytes : "something: it has no stable state there");
    }
    text_fini(&instead);
    return ok;
}

static bool confirm(refining *f, refinement_end found, text *detail)
{
    text_add(detail, "The trace: ");
    add_labels(f, f->trace, f->trace_count, detail);
    text_add(detail, "%s", f->trace_count ? "" : "nothing is seen");
    if (found == REFINEMENT_REFUSES && !confirm_offers(f, detail))
        return false;
    if (f->compares)
        return confirm_other(f, found, detail);
    return found != REFINEMENT_REFUSES || confirm_both(f, detail);
}

static void say_wrong(const refining *f, refinement_end found)
{
    const job *j = f->j;
    const char *other = j->v->implements;
    if (found == REFINEMENT_TRACE)
        verdict_break(j->out, LP_VIOLATION_TRACE, "there is a trace that %s does not have", other);
    else if (found == REFINEMENT_DIVERGES && f->compares)
        verdict_break(j->out, LP_VIOLATION_DIVERGENCE, "%s diverges where %s does not",
                      j->v->object, other);
    else if (found == REFINEMENT_DIVERGES)
        verdict_break(j->out, LP_VIOLATION_DIVERGENCE,
                      "%s diverges: it can go on for ever with "
                      "nothing seen of it",
                      j->v->object);
    else if (f->compares)
        verdict_break(j->out, LP_VIOLATION_REFUSAL, "%s can refuse what %s cannot refuse there",
                      j->v->object, other);
    else
        verdict_break(j->out, LP_VIOLATION_REFUSAL,
                      "%s is not deterministic: after a trace it can refuse %s, and can do it",
                      j->v->object, visible_label_text(f->labels, f->check.refused));
}

bool refining_explain(refining *f, refinement_end found)
{
    way w = {0};
    text detail = {0};
    bool ok = find_way(f, &w) || fault(f->j);
    ok = ok && show_run(f, &w);
    if (ok && !confirm(f, found, &detail)) {
        f->j->out->rechecked = false;
        ok = (f->j->o->limits && limits_reached(f->j->o->limits)) || fault(f->j);
    }
    say_wrong(f, found);
    verdict_copy(&f->j->out->detail, detail.bytes ? detail.bytes : "");
    text_fini(&detail);
    way_fini(&w);
    return ok;
}

// A step failed on one of the sides; or there was not enough of something: then, again.
static bool stopped(refining *f, bool *again)
{
    job *j = f->j;
    const run *a = step_graph_failure(f->check.a);
    const run *b = f->check.b ? step_graph_failure(f->check.b) : a;
    const run *r = a->problem ? a : b;
    *again = job_grow(j, (problem)r->problem);
    if (*again)
        return true;
    // What was searched before, and has its figures in the verdict, is not what is claimed.
    if (!r->problem || r->problem == PROBLEM_TERMS)
        verdict_set(&j->out->coverage, "all states of %s, and a part of the %s", j->v->object,
                    f->check.kind == CHECK_DIVERGENCE_FREE ? "runs" : "failures");
    if (r->problem == PROBLEM_TERMS)
        return job_decide_growing(j, a->problem ? j->v->object : j->v->implements);
    if (!r->problem) {
        verdict_decide(j->out, LP_UNKNOWN, "%s", limits_reason(j->o->limits));
        return true;
    }
    return source_error(&j->m->source, j->e, r->where, "verify it on its own", "%s fails: %s",
                        a->problem ? j->v->object : j->v->implements,
                        problem_text((problem)r->problem));
}

void refining_praise(job *j, const refinement_claim *claimed)
{
    bool compares = claimed->kind <= CHECK_DIVERGENCES;
    char *before = memory_string(j->out->reason ? j->out->reason : "");
    const char *noun = j->system.front->noun;
    bool said = *before && strcmp(before, "no assertion fails") != 0;
    verdict_decide(j->out, LP_HOLDS, "%s%s%s%s%s", said ? before : "", said ? ", " : "",
                   compares ? "" : "the ", compares ? "" : noun, claimed->news);
    free(before);
}

static bool check(job *j, const refinement_claim *claimed)
{
    for (bool again = true, ok = true; again;) {
        refining f;
        again = false;
        if (!refining_begin(&f, j, j->o->limits))
            return false;
        if (!refining_begin_check(&f, claimed->kind)) {
            refining_end(&f);
            return false;
        }
        refinement_end found = refinement_run(&f.check);
        if (found == REFINEMENT_STOPPED)
            ok = stopped(&f, &again);
        else if (found != REFINEMENT_HOLDS)
            ok = refining_explain(&f, found);
        else
            refining_praise(j, claimed);
        refining_end(&f);
        if (!again)
            return ok;
    }
    return false;
}

const char *job_wants_states(const job *j)
{
    static const char *const models[] = {
        [REFINE_FAILURES] = "failures are about all that a state can do",
        [REFINE_DIVERGENCES] = "failures-divergences is about all that a state can do"};
    const instance *v = j->v;
    return job_claim(j) == CLAIM_TEMPORAL ? "a formula is about whole runs"
           : v->refinement                ? models[v->refinement]
           : v->divergencefree            ? "divergencefree is about whole runs"
           : v->deterministic             ? "deterministic is about all that a state can do"
                                          : NULL;
}

uint32_t refinement_claims(const job *j, refinement_claim *out)
{
    const instance *v = j->v;
    const struct {
        bool asked;
        refinement_claim what;
    } list[REFINEMENT_MOST_CLAIMS] = {
        {v->divergencefree, {CHECK_DIVERGENCE_FREE, " never diverges"}},
        {v->deterministic, {CHECK_DETERMINISTIC, " is deterministic"}},
        {v->implements && v->refinement == REFINE_FAILURES,
         {CHECK_FAILURES, "every trace and every failure is one of the specification's"}},
        {v->implements && v->refinement == REFINE_DIVERGENCES,
         {CHECK_DIVERGENCES, "every failure and every divergence is one of the specification's"}},
    };
    uint32_t count = 0;
    for (uint32_t i = 0; i < REFINEMENT_MOST_CLAIMS; i++)
        if (list[i].asked)
            out[count++] = list[i].what;
    return count;
}

bool job_check_refinements(job *j)
{
    refinement_claim claims[REFINEMENT_MOST_CLAIMS];
    uint32_t count = refinement_claims(j, claims);
    for (uint32_t i = 0; i < count; i++)
        if (j->out->outcome == LP_HOLDS && !check(j, &claims[i]))
            return false;
    return true;
}
