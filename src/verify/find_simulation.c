// SPDX-License-Identifier: MIT
// --find-simulation: is there a forward simulation at all, from an automaton to the one that it
// implements, or into the atomic object of a spec? The second is strong linearizability (Attiya and
// Enea, DISC 2019). Messages that can no longer change anything are dropped: a state is weakly
// bisimilar to the one without them, so the same simulates both. Names of enums are not permuted.

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "judge/simulation/simulation_game.h"
#include "verify/compare/answering.h"
#include "verify/compare/losing_play.h"
#include "verify/counterexample/problem_text.h"
#include "verify/job.h"
#include "verify/points/operation_steps.h"

#include <stdlib.h>

// The two sides.
typedef struct finding {
    job *j;
    step_graph *graph;
    uint32_t *labels;
    operation_steps *steps; // of an object
    dead_filter *filter;
    answering other;
    const char *name; // of the other side
    simulation_game *game;
} finding;

static bool compares_automata(const instance *v)
{
    return v->against->is_automaton && !v->against_process;
}

bool strength_may_be_asked(const instance *v)
{
    return !v->process && v->claim == CLAIM_LINEARIZABLE &&
           (!v->subject->is_automaton || v->label_count);
}

bool simulation_may_be_sought(const instance *v)
{
    return v->subject->is_automaton && !v->process &&
           ((v->implements && v->refinement == REFINE_TRACES && compares_automata(v)) ||
            strength_may_be_asked(v));
}

static bool expand(void *context, simulation_game *g, uint32_t s, uint32_t u)
{
    finding *f = context;
    uint32_t count;
    const graph_edge *steps = step_graph_edges(f->graph, s, &count);
    for (uint32_t i = 0; steps && i < count; i++) {
        uint32_t answers = 1;
        const uint32_t *list = &u;
        if (steps[i].label != LABEL_UNSEEN)
            list = f->other.after(f->other.context, u, steps[i].label, &answers);
        else if (steps[i].to == s)
            continue;
        if (!list)
            return false;
        game_step(g, i);
        for (uint32_t k = 0; k < answers; k++)
            game_answer(g, steps[i].to, list[k]);
    }
    return steps != NULL;
}

// Of a history: the offers that call or return.
static uint32_t *event_labels(const transition_system *s)
{
    uint32_t *labels = memory_new(s->offer_count + 1, sizeof *labels);
    for (uint32_t i = 0; i < s->offer_count; i++)
        labels[i] = s->events[i].kind == LABEL_INTERNAL ? LABEL_UNSEEN : i + 1;
    return labels;
}

static history_event event_of_action(const void *system, uint32_t label)
{
    return ((const transition_system *)system)->events[label - 1];
}

static history_event event_of_step(const void *steps, uint32_t label)
{
    return operation_step_event(steps, label);
}

static void answer_by_atomic_object(finding *f, graph_options *o)
{
    job *j = f->j;
    history_events events = {&j->system, event_of_action};
    f->name = j->spec->name;
    if (j->system.events) {
        o->labels = f->labels = event_labels(&j->system);
    } else {
        f->steps = operation_steps_new(&j->system, false);
        events = (history_events){f->steps, event_of_step};
        o->label = operation_step_label;
        o->labeller = f->steps;
    }
    f->other =
        answering_atomic(j->spec, j->spec_methods, j->system.pool, j->system.processes, events);
}

static void begin(finding *f, job *j)
{
    *f = (finding){.j = j, .game = game_new()};
    graph_options o = {.system = &j->system, .limits = j->o->limits};
    if (j->compared) {
        f->name = j->v->implements;
        f->other = comparison_answering(j->compared, j->o->limits);
        o.labels = comparison_labels(j->compared);
    } else {
        answer_by_atomic_object(f, &o);
    }
    o.filter = f->filter = j->dead ? dead_filter_new(j->dead) : NULL;
    f->graph = step_graph_new(&o);
}

static void end(finding *f)
{
    game_free(f->game);
    step_graph_free(f->graph);
    dead_filter_free(f->filter);
    if (f->other.free)
        f->other.free(f->other.context);
    operation_steps_free(f->steps);
    free(f->labels);
}

// A step of one side failed: more of something, and again, or an error.
static bool fails(finding *f, bool *again)
{
    job *j = f->j;
    const run *r = step_graph_failure(f->graph);
    problem lacking = j->compared ? comparison_lacks(j->compared) : PROBLEM_NONE;
    *again = job_grow(j, lacking ? lacking : (problem)r->problem);
    if (*again || (j->compared && comparison_failed(j->compared, j->e)))
        return *again;
    return source_error(&j->m->source, j->e, r->where,
                        j->o->strong ? "verify it without --strong"
                                     : "verify it without --find-simulation",
                        "%s fails: %s", j->v->object, problem_text((problem)r->problem));
}

static void say_found(finding *f)
{
    lp_verdict *out = f->j->out;
    verdict_figure(out, LP_FIGURE_RELATED_PAIRS, game_strategy(f->game, NULL, NULL));
    verdict_set(&out->coverage, "all pairs of states that answers lead to");
    if (f->j->compared)
        verdict_decide(out, LP_HOLDS,
                       "there is a forward simulation from %s to %s, so every trace is one of the "
                       "specification's",
                       f->j->v->object, f->name);
    else
        verdict_decide(out, LP_HOLDS,
                       "there is a forward simulation from %s to the atomic object: when an "
                       "operation takes effect never depends on what comes later",
                       f->j->v->object);
}

static bool say_none(finding *f)
{
    lp_verdict *out = f->j->out;
    losing_play p = {.game = f->game,
                     .graph = f->graph,
                     .other = &f->other,
                     .name = f->j->v->object,
                     .other_name = f->name};
    if (!losing_play_confirm(&p))
        return losing_play_fault(f->j->e);
    out->rechecked = true;
    text t = {0};
    losing_play_print(&p, &t);
    text_add(&t,
             "\nThat there is no simulation does not say that %s: leave out --%s to ask for that.",
             f->j->compared ? "some trace is wrong" : "a history is not linearizable",
             f->j->o->strong ? "strong" : "find-simulation");
    verdict_copy(&out->detail, t.bytes);
    text_fini(&t);
    if (f->j->compared)
        verdict_break(out, LP_VIOLATION_SIMULATION, "there is no forward simulation from %s to %s",
                      f->j->v->object, f->name);
    else
        verdict_break(out, LP_VIOLATION_SIMULATION,
                      "not strongly linearizable: there is no forward simulation from %s to the "
                      "atomic object of %s",
                      f->j->v->object, f->name);
    return true;
}

static bool decide(finding *f, game_end end, bool *again)
{
    job *j = f->j;
    bool failed = step_graph_failure(f->graph)->problem ||
                  (j->compared && comparison_failed(j->compared, j->e));
    if (end == GAME_STOPPED && failed)
        return fails(f, again);
    if (spec_block_failed(j->block, j->e))
        return false;
    verdict_figure(j->out, LP_FIGURE_STATES, step_graph_count(f->graph));
    if (end == GAME_WON)
        say_found(f);
    else if (end == GAME_LOST)
        return say_none(f);
    else
        verdict_decide(j->out, LP_UNKNOWN, "%s", limits_reason(j->o->limits));
    return true;
}

// The spec must say which results there are, one operation at a time.
static bool suits(job *j)
{
    const lp_spec *s = j->spec;
    if (!s || (!s->needs_result && !s->syncs))
        return true;
    return source_error(&j->m->source, j->e, j->v->refines_at,
                        j->o->strong ? "leave out --strong" : "leave out --find-simulation",
                        s->syncs ? "operations of %s meet: it has no atomic object"
                                 : "%s has too many results to try them all",
                        s->name);
}

// Invariants and the like are for the search.
static void say_what_is_left(const job *j)
{
    if (job_claims_states(j))
        verdict_copy(&j->out->warning,
                     "only a simulation was looked for: what else is claimed (invariants, steps, "
                     "reachable, ends, deadlockfree) is checked without this option");
}

bool job_find_simulation(job *j)
{
    if (!suits(j))
        return false;
    verdict_copy(&j->out->condition, j->v->implements ? "simulation" : "strongly linearizable");
    verdict_copy(&j->out->judge, "simulation game");
    for (bool again = true, ok = true; again;) {
        again = false;
        if (!job_compile(j))
            return false;
        job_prepare_game(j);
        finding f;
        begin(&f, j);
        step_graph *g = f.graph;
        uint32_t start = step_graph_start(g);
        game_end e = GAME_STOPPED;
        if (start != GRAPH_FAILED && f.other.start != GRAPH_FAILED)
            e = game_play(f.game, &(game_rules){&f, expand}, start, f.other.start, j->o->limits);
        ok = decide(&f, e, &again);
        end(&f);
        job_forget_reductions(j);
        job_forget_system(j);
        if (!again && ok)
            say_what_is_left(j);
        if (!again)
            return ok;
    }
    return false;
}
