// SPDX-License-Identifier: MIT
// See exploration.h. Runs the executions that a strategy asks for, one after the other, within
// the limits; starts over when something is learnt that changes which steps there are.

#include "explore/search/exploration_state.h"

#include "explore/runtime/client.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/thread_symmetry.h"
#include "explore/search/state_table.h"
#include "explore/search/workers.h"

#include <stdio.h>
#include <string.h>

enum {
    LIMITS_EVERY = 1024,
    LOOK_EVERY = 1024,
    SPIN_STEPS = 2000, // an execution that takes longer is thought to spin
    LONE_LOOKS = 4,    // as often a thread that is alone is not suspected of it
};

static void show_progress(search *s)
{
    limits *l = s->options->limits;
    if (!limits_progress_due(l))
        return;
    uint64_t n = s->options->executions_before + s->figures->executions;
    const state_graph *graph = s->strategy->type->graph(s->strategy);
    if (graph)
        limits_progress(l, "%s%llu executions, %u states, %u histories", s->which,
                        (unsigned long long)n, state_graph_count(graph),
                        intern_count(s->histories));
    else
        limits_progress(l, "%s%llu executions, %u histories, about %.1f %%", s->which,
                        (unsigned long long)n, intern_count(s->histories),
                        100 * s->strategy->type->part_done(s->strategy));
}

// Main is alone and in a state it was in before: it is in an endless loop. Found by Brent's
// cycle detection (BIT 1980): the state compared with is renewed after 1, 2, 4, … looks.
static bool loops_alone(search *s)
{
    lone *l = &s->lone;
    if (!rt.solo)
        *l = (lone){0};
    if (!rt.solo || learnt.opaque || ++l->looks < LONE_LOOKS)
        return false;
    uint64_t now[2];
    state_hash(now);
    if (l->renew && !memcmp(now, l->then, sizeof now))
        return true;
    if (l->looks >= l->renew) {
        memcpy(l->then, now, sizeof now);
        l->renew = 2 * l->looks;
    }
    return false;
}

static uint32_t decide(void *context, const decision *d)
{
    search *s = context;
    if (++s->until_limits >= LIMITS_EVERY) {
        s->until_limits = 0;
        if (limits_reached(s->options->limits))
            return strategy_stop(END_UNKNOWN, limits_reason(s->options->limits));
        if (s->work && work_stop(s->work))
            return strategy_stop(END_UNKNOWN, "another worker has found what there is to tell");
        show_progress(s);
    }
    if (loops_alone(s))
        return strategy_stop(END_STUCK, "");
    return s->strategy->type->decide(s->strategy, d);
}

void search_sample(search *s, uint64_t executions, uint64_t found)
{
    const search_options *o = s->options;
    uint64_t done = o->executions_before + executions;
    s->sample_at = UINT64_MAX;
    if (!o->curve || s->work)
        return;
    if (curve_due(o->curve, done))
        curve_add(o->curve, done,
                  found == CURVE_UNKNOWN ? CURVE_UNKNOWN : o->histories_before + found);
    s->sample_at = o->curve->next - o->executions_before;
}

void search_sample_last(search *s)
{
    const search_options *o = s->options;
    if (o->curve && !s->work)
        curve_add(o->curve, o->executions_before + s->figures->executions,
                  o->histories_before + intern_count(s->histories));
}

// What was done so far does not count.
static void begin_samples(search *s)
{
    if (s->options->curve && !s->work)
        curve_cut(s->options->curve, s->options->executions_before);
    s->sample_at = s->options->curve ? 0 : UINT64_MAX;
}

void search_start_over(search *s)
{
    s->strategy->type->restart(s->strategy);
    intern_free(s->histories);
    s->histories = intern_new();
    *s->figures = (search_figures){.kind = s->figures->kind};
    ended.total_steps = 0;
}

static void begin_with(search *s, search_kind kind)
{
    strategy_free(s->strategy);
    s->strategy = strategy_new(kind, s->options);
    s->figures->kind = kind;
    bool reduces = s->strategy->type->reduces;
    config.reduced = reduces;
    learnt.invisible_plain = reduces && !learnt.opaque;
    learnt.symmetry = s->options->symmetry && reduces && !learnt.opaque;
}

// The reduction does not apply: the search by states takes over.
static void fall_back(search *s)
{
    config.max_steps = s->options->max_steps;
    search_start_over(s);
    begin_samples(s);
    begin_with(s, SEARCH_STATES);
}

static bool falls_back(search *s, end_kind end)
{
    bool needed = learnt.irreducible || end == END_STEPS;
    if (!s->strategy->type->reduces || !needed ||
        (s->options->kind == SEARCH_DPOR && !learnt.irreducible))
        return false;
    if (s->work)
        return true; // told to the others first
    fall_back(s);
    return true;
}

// Limits are looked at by the scheduler, whose stack is not the object's.
static uint32_t decide_in_place(void *context)
{
    search *s = context;
    if (++s->until_limits >= LIMITS_EVERY || rt.solo)
        return DECIDE_LATER;
    return s->strategy->type->decide_here(s->strategy);
}

static end_kind run_one(search *s)
{
    const strategy_type *type = s->strategy->type;
    decide_here = type->decide_here ? decide_in_place : NULL;
    decide_here_context = s;
    s->lone = (lone){0};
    type->begin(s->strategy);
    execution_run(decide, s);
    decide_here = NULL;
    type->end(s->strategy);
    return ended.how;
}

static next_step reached_limit(search *s, bool more, lp_verdict *v)
{
    const search_options *o = s->options;
    if (s->strategy->type->samples && s->figures->executions >= o->max_executions) {
        if (s->figures->cut_off < s->figures->executions)
            return ENOUGH;
        verdict_decide(v, LP_UNKNOWN, "every execution took more than %llu steps (--max-steps)",
                       (unsigned long long)config.max_steps);
        return FINISHED;
    }
    if (more && o->max_executions && s->figures->executions >= o->max_executions) {
        verdict_decide(v, LP_UNKNOWN, "the limit of %llu execution%s was reached",
                       (unsigned long long)o->max_executions, o->max_executions == 1 ? "" : "s");
        return FINISHED;
    }
    if (s->figures->executions % LOOK_EVERY == 0 && limits_reached(o->limits)) {
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(o->limits));
        return FINISHED;
    }
    bool large = more && s->strategy->type->cut && !s->work && o->jobs > 1 && !o->max_executions &&
                 s->figures->executions >= o->split;
    return large ? SPLIT : GO_ON;
}

// One execution, and what is to be made of it.
static next_step run_next(search *s, bool *more, lp_verdict *v, error *e)
{
    end_kind end = run_one(s);
    uint64_t n = ++s->figures->executions;
    *more = s->strategy->type->has_more(s->strategy);
    // What hung once would hang again, for as long.
    bool look = !ended.hung && !ended.lost && (!*more || n <= 16 || n % LOOK_EVERY == 0);
    if (end == END_RESTART || (look && fibers_measure())) {
        search_start_over(s);
        begin_samples(s);
        *more = true;
        // There may be many such beginnings, with hardly a decision in each.
        if (limits_reached(s->options->limits)) {
            verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(s->options->limits));
            return FINISHED;
        }
        return s->work ? SPLIT : GO_ON;
    }
    if (!ended.lost && falls_back(s, end)) {
        *more = true;
        return s->work ? SPLIT : GO_ON;
    }
    next_step next = GO_ON;
    bool ours = s->work && work_ours(s->work);
    if (!s->work || ours || ended.lost) {
        next = search_take_end(s, end, v, e);
        if (ours)
            work_count(s->work, s);
    }
    if (next != GO_ON)
        return next;
    *more = s->strategy->type->next(s->strategy);
    return reached_limit(s, *more, v);
}

next_step search_run_all(search *s, lp_verdict *v, error *e)
{
    next_step next = GO_ON;
    for (bool more = true; next == GO_ON && more;) {
        next = run_next(s, &more, v, e);
        if (s->figures->executions >= s->sample_at)
            search_sample(s, s->figures->executions, intern_count(s->histories));
    }
    return next;
}

bool search_run(const search_options *o, const scenario *sc, intern *lines, search_figures *f,
                lp_verdict *v, error *e)
{
    search s = {.options = o, .scenario = sc, .figures = f, .lines = lines};
    if (o->scenarios > 1 || o->size)
        snprintf(s.which, sizeof s.which, "%s%sscenario %u of %u, ", o->size ? o->size : "",
                 o->size ? ": " : "", o->scenario + 1, o->scenarios);
    s.histories = intern_new();
    client_set(o->subject, sc);
    if (o->effects)
        effect_graph_begin(o->effects, sc);
    *f = (search_figures){0};
    begin_samples(&s);
    begin_with(&s, o->kind);
    learnt.irreducible = false;
    config.max_steps =
        o->kind == SEARCH_AUTO && o->max_steps > SPIN_STEPS ? SPIN_STEPS : o->max_steps;
    ended.total_steps = rt.steps = 0;
    next_step next = search_run_all(&s, v, e);
    if (next == SPLIT)
        next = workers_run(&s, v, e);
    if (next == ENOUGH)
        next = GO_ON;
    if (next == SPLIT) {
        fall_back(&s);
        next = search_run_all(&s, v, e);
    }
    if (!f->steps)
        f->steps = ended.total_steps + rt.steps;
    const strategy_type *type = s.strategy->type;
    if (type->reduces && !f->parts)
        f->part_done = next == GO_ON ? 1 : type->part_done(s.strategy);
    f->symmetry = symmetry_in_use();
    type->figures(s.strategy, f);
    if (next == GO_ON && type->graph(s.strategy))
        next = search_judge_endless(&s, v, e);
    if (next == GO_ON) {
        lp_verdict_fini(v);
        lp_verdict_init(v);
        if (learnt.uncontrolled[0])
            verdict_decide(v, LP_UNKNOWN, "%s", learnt.uncontrolled);
        else
            v->outcome = LP_HOLDS;
    }
    f->histories = intern_count(s.histories);
    intern_free(s.histories);
    strategy_free(s.strategy);
    config.max_steps = o->max_steps;
    return next != FAILED;
}
