// SPDX-License-Identifier: MIT
// See exploration.h. A decision with one alternative is no branch; in the search by
// states such decisions are hashed only now and then, so that a thread that
// spins for ever is still noticed.

#include "explore/search/exploration_state.h"

#include "base/memory.h"
#include "explore/interpose/sync.h"
#include "explore/runtime/client.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/fresh_process.h"
#include "explore/runtime/leaks.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/schedule.h"
#include "explore/search/deadlock.h"
#include "explore/search/decision_path.h"
#include "explore/search/dpor.h"
#include "explore/search/fewer_switches.h"
#include "explore/search/state_table.h"
#include "explore/search/thread_symmetry.h"
#include "explore/search/workers.h"
#include "explore/show/execution_verdict.h"
#include "harness/serial/serial_spec.h"
#include "history/history_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIMITS_EVERY = 1024,
    LOOK_EVERY = 1024,
    SPIN_STEPS = 2000, // an execution that takes longer is thought to spin
    LONE_LOOKS = 4,    // as often a thread that is alone is not suspected of it
};

static const char *const kind_names[] = {"auto",    "dpor",   "states", "paths",
                                         "bounded", "random", "pct"};

const char *search_kind_name(search_kind kind)
{
    return kind_names[kind];
}

bool search_kind_find(const char *name, search_kind *kind)
{
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++)
        if (!strcmp(kind_names[i], name)) {
            *kind = (search_kind)i;
            return true;
        }
    return false;
}

static void show_progress(search *s)
{
    limits *l = s->options->limits;
    if (!limits_progress_due(l))
        return;
    uint64_t n = s->options->executions_before + s->figures->executions;
    if (s->graph)
        limits_progress(l, "%s%llu executions, %u states, %u histories", s->which,
                        (unsigned long long)n, state_graph_count(s->graph),
                        intern_count(s->histories));
    else
        limits_progress(l, "%s%llu executions, %u histories, about %.1f %%", s->which,
                        (unsigned long long)n, intern_count(s->histories),
                        s->dpor ? 100 * dpor_part_done(s->dpor) : 0);
}

uint32_t search_stop(end_kind end, const char *why)
{
    rt.end = end;
    strncpy(rt.end_text, why, sizeof rt.end_text - 1);
    return DECIDE_STOP;
}

bool search_dozes(const decision *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (d->is_choice || !fiber_dozes(&rt.fibers[d->options[i]]))
            return false;
    return true;
}

// Stores the state of a fresh decision. False: it was seen before.
static bool store(search *s, const decision *d, path_frame *f)
{
    bool dozes = search_dozes(d);
    s->lonely = f->count > 1 ? 0 : s->lonely + 1;
    if (f->count == 1 && s->lonely < LONELY_STEPS && !dozes)
        return true;
    s->lonely = 0;
    bool fresh;
    f->state = state_graph_add(s->graph, s->at, s->choice_from, s->since, &fresh);
    if (fresh && dozes)
        state_graph_doze(s->graph, f->state);
    return fresh;
}

// Is that state one of this execution? The search is depth first and complete, so
// every cycle there is shows up so.
static bool comes_again(search *s, uint32_t state)
{
    for (uint32_t i = 0; i < s->path.depth; i++)
        if (s->path.frames[i].state == state) {
            s->loop_from = i;
            return true;
        }
    return false;
}

// An operation that waits: if nobody else is run, none finishes.
static bool somebody_waits(void)
{
    for (uint32_t i = 1; i <= rt.thread_count; i++)
        if (rt.fibers[i].s.status == FIBER_PARKED && !fiber_enabled(&rt.fibers[i]))
            return true;
    return false;
}

static uint32_t take(search *s, const decision *d, const path_frame *f)
{
    uint32_t index = path_take(&s->path, f);
    if (d->is_choice)
        return index;
    for (uint32_t i = 0; i < d->count; i++)
        if (!fiber_dozes(&rt.fibers[d->options[i]]))
            s->since.could |= 1u << d->options[i];
    s->since.stepped |= 1u << d->options[index];
    s->since.spurious = s->since.spurious || fiber_dozes(&rt.fibers[d->options[index]]);
    if (s->graph)
        state_note_past(&rt.fibers[d->options[index]]);
    return index;
}

// Nobody but main is there, and it is as it was once: it goes round for ever. Brent's
// algorithm: what is compared with is renewed after 1, 2, 4, … looks.
static bool goes_round(search *s)
{
    lone *l = &s->lone;
    if (!rt.solo)
        *l = (lone){0};
    if (!rt.solo || rt.opaque || ++l->looks < LONE_LOOKS)
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
            return search_stop(END_UNKNOWN, limits_reason(s->options->limits));
        if (s->work && work_stop(s->work))
            return search_stop(END_UNKNOWN, "another worker has found what there is to tell");
        show_progress(s);
    }
    if (goes_round(s))
        return search_stop(END_STUCK, "");
    if (s->dpor)
        return dpor_decide(s->dpor, d);
    if (s->sampler)
        return sampler_decide(s->sampler, d);
    bool fresh;
    path_frame *f = path_at(&s->path, d, &fresh);
    if (!f)
        return search_stop(
            END_UNKNOWN,
            "the object does not do the same in two executions with the same schedule: it "
            "depends on something explore does not control");
    if (s->graph && fresh && !store(s, d, f)) {
        bool cycle = s->options->lock_free && comes_again(s, f->state);
        return search_stop(cycle ? END_CYCLE : END_PRUNED, "seen before");
    }
    if (s->options->lock_free && fresh && somebody_waits())
        return search_stop(END_WAITS, "an operation waits for another thread");
    if (!fresh)
        s->lonely = f->count > 1 ? 0 : s->lonely + 1;
    if (f->state != STATE_NONE) {
        s->at = f->state;
        s->lonely = 0;
        s->choice_from = f->count > 1 || search_dozes(d) ? f->options[f->taken] : CHOICE_NONE;
        s->since = (turns){0};
    }
    return take(s, d, f);
}

void search_start_over(search *s)
{
    path_clear(&s->path);
    if (s->dpor)
        dpor_clear(s->dpor);
    intern_free(s->histories);
    s->histories = intern_new();
    if (s->graph) {
        state_graph_free(s->graph);
        s->graph = state_graph_new();
    }
    *s->figures = (search_figures){.kind = s->figures->kind};
    rt.total_steps = 0;
}

static void schedule_take(schedule *out, const schedule *from)
{
    schedule_note_shared(out);
    for (uint32_t i = 0; i < from->count; i++)
        schedule_add(out, from->steps[i]);
}

// How the execution that just ended went.
static void schedule_last(search *s, schedule *out)
{
    if (s->dpor)
        dpor_schedule(s->dpor, out);
    else if (s->sampler)
        schedule_take(out, &s->sampler->taken);
    else
        path_schedule(&s->path, out);
}

// The execution that just ended was the one to show: run it again and trace it.
static bool show(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    schedule_last(s, &taken);
    s->figures->steps = rt.total_steps + rt.steps; // without those of simplifying
    rt.symmetry = false;
    bool judged = rt.end == END_COMPLETE || rt.end == END_BUG || rt.end == END_DEADLOCK;
    if (judged && !rt.lost)
        fewer_switches(s->options, &taken);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = rt.lost ? afresh_replay(s->options, s->scenario, &taken, v)
                      : search_replay(s->options, s->scenario, &taken, false, v, e);
    schedule_fini(&taken);
    if (ok && v->outcome == LP_HOLDS)
        verdict_decide(v, LP_UNKNOWN,
                       "a violation was seen and did not come again with the same schedule: the "
                       "object depends on something explore does not control");
    return ok;
}

void search_note_line(search *s, const lp_history *h)
{
    text line = {0};
    history_canonical(h, &line);
    intern_add(s->lines, line.bytes, line.length);
    text_fini(&line);
}

// The same of one in which all that could go on go round in vain.
static bool show_stuck(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    s->figures->steps = rt.total_steps + rt.steps;
    schedule_last(s, &taken);
    bool told = search_tell_stuck(s, &taken, v, e);
    schedule_fini(&taken);
    return told;
}

next_step search_judge(search *s, lp_verdict *v, error *e)
{
    const search_options *o = s->options;
    lp_history *h = client_history(o->subject->pool);
    if (s->lines)
        search_note_line(s, h);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = true, stuck = rt.end == END_STUCK;
    if (o->judge && (rt.end == END_DEADLOCK || stuck))
        ok = deadlock_judge(o, h, v, e);
    else if (o->judge)
        ok = serial_judge(o->judge, h, o->subject->spec, o->limits, v, e);
    else
        v->outcome = LP_HOLDS;
    lp_history_free(h);
    if (!ok)
        return FAILED;
    if (v->outcome == LP_HOLDS)
        return GO_ON;
    if (v->outcome == LP_VIOLATED && !(stuck ? show_stuck(s, v, e) : show(s, v, e)))
        return FAILED;
    return FINISHED;
}

static next_step take_history(search *s, lp_verdict *v, error *e)
{
    bool fresh;
    uint32_t number =
        intern_add_fresh(s->histories, rt.events, rt.event_count * sizeof *rt.events, &fresh);
    if (s->work && fresh)
        work_found(s->work, number);
    return fresh || s->options->repeats ? search_judge(s, v, e) : GO_ON;
}

static next_step handle_end(search *s, end_kind end, lp_verdict *v, error *e)
{
    switch (end) {
    case END_PRUNED:
        return GO_ON;
    case END_COMPLETE:
        s->figures->complete++;
        if (s->graph)
            state_graph_finish(s->graph, s->at, s->since);
        uint32_t leaked = leaks_count();
        if (leaked > s->figures->leaked)
            s->figures->leaked = leaked;
        return take_history(s, v, e);
    case END_DEADLOCK:
    case END_STUCK:
        client_open_calls();
        if (!s->options->judge || !deadlock_in_operations()) {
            s->figures->stuck = true;
            bool shown = end == END_STUCK ? show_stuck(s, v, e) : show(s, v, e);
            return shown ? FINISHED : FAILED;
        }
        if (s->graph) // an end like any other: whether rightly so, the judge says
            state_graph_finish(s->graph, s->at, s->since);
        next_step next = take_history(s, v, e);
        s->figures->stuck = next == FINISHED && v->outcome == LP_VIOLATED;
        return next;
    case END_BUG:
        return show(s, v, e) ? FINISHED : FAILED;
    case END_STEPS:
        s->figures->cut_off++;
        if (s->sampler)
            return GO_ON; // there are others
        verdict_decide(v, LP_UNKNOWN, "an execution took more than %llu steps (--max-steps)",
                       (unsigned long long)rt.max_steps);
        return FINISHED;
    case END_CYCLE:
    case END_WAITS:
        return search_show_blocking(s, v, e) ? FINISHED : FAILED;
    case END_UNKNOWN:
        verdict_end(v);
        return FINISHED;
    default:
        return show(s, v, e) ? FINISHED : FAILED;
    }
}

static void begin_with(search *s, search_kind kind)
{
    dpor_free(s->dpor);
    state_graph_free(s->graph);
    s->dpor = kind == SEARCH_DPOR || kind == SEARCH_AUTO ? dpor_new(s->options->real_time) : NULL;
    s->graph = kind == SEARCH_STATES ? state_graph_new() : NULL;
    if (kind == SEARCH_RANDOM || kind == SEARCH_PCT) {
        s->sampler = memory_new(1, sizeof *s->sampler);
        sampler_init(s->sampler, s->options->seed, kind == SEARCH_PCT ? s->options->depth : 0);
    }
    path_init(&s->path, kind == SEARCH_BOUNDED ? 0 : UINT32_MAX);
    s->figures->kind = kind;
    rt.reduced = s->dpor != NULL;
    rt.invisible_plain = s->dpor && !rt.opaque;
    rt.symmetry = s->options->symmetry && s->dpor && !rt.opaque;
}

// What the reduction cannot do is done without it.
static void fall_back(search *s)
{
    rt.max_steps = s->options->max_steps;
    search_start_over(s);
    begin_with(s, SEARCH_STATES);
}

static bool falls_back(search *s, end_kind end)
{
    bool needed = rt.irreducible || end == END_STEPS;
    if (!s->dpor || !needed || (s->options->kind == SEARCH_DPOR && !rt.irreducible))
        return false;
    if (s->work)
        return true; // told to the others first
    fall_back(s);
    return true;
}

static bool has_more(const search *s)
{
    if (s->sampler)
        return true;
    return s->dpor ? dpor_has_more(s->dpor) : path_has_more(&s->path);
}

// Limits are looked at by the scheduler, whose stack is not the object's.
static uint32_t decide_in_place(void *context)
{
    search *s = context;
    if (++s->until_limits >= LIMITS_EVERY || rt.solo)
        return DECIDE_LATER;
    return dpor_decide_here(s->dpor);
}

static end_kind run_one(search *s)
{
    decide_here = s->dpor ? decide_in_place : NULL;
    decide_here_context = s;
    if (s->dpor)
        dpor_begin(s->dpor);
    if (s->sampler)
        sampler_begin(s->sampler);
    path_begin(&s->path);
    s->at = STATE_NONE;
    s->choice_from = CHOICE_NONE;
    s->since = (turns){0};
    s->lonely = 0;
    s->lone = (lone){0};
    turns_now = s->graph ? &s->since : NULL;
    end_kind end = execution_run(decide, s);
    decide_here = NULL;
    turns_now = NULL;
    if (s->dpor && end != END_RESTART)
        dpor_end(s->dpor);
    return rt.end;
}

static next_step reached_limit(search *s, bool more, lp_verdict *v)
{
    const search_options *o = s->options;
    if (s->sampler && s->figures->executions >= o->max_executions)
        return ENOUGH;
    if (more && o->max_executions && s->figures->executions >= o->max_executions) {
        verdict_decide(v, LP_UNKNOWN, "the limit of %llu executions was reached",
                       (unsigned long long)o->max_executions);
        return FINISHED;
    }
    if (s->figures->executions % LOOK_EVERY == 0 && limits_reached(o->limits)) {
        verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(o->limits));
        return FINISHED;
    }
    bool large = more && s->dpor && !s->work && o->jobs > 1 && !o->max_executions &&
                 s->figures->executions >= o->split;
    return large ? SPLIT : GO_ON;
}

// All paths within the bound are run: on with the next bound, if that adds any.
static bool deepen(search *s)
{
    if (s->figures->kind != SEARCH_BOUNDED)
        return false;
    uint32_t bound = s->path.bound;
    s->figures->bound = bound + 1;
    s->figures->bounded = s->path.bounded;
    if (!s->path.bounded || bound >= s->options->preemptions)
        return false;
    path_fini(&s->path);
    path_init(&s->path, bound + 1);
    return true;
}

// One execution, and what is to be made of it.
static next_step run_next(search *s, bool *more, lp_verdict *v, error *e)
{
    end_kind end = run_one(s);
    uint64_t n = ++s->figures->executions;
    if (s->work && !dpor_entered(s->dpor))
        work_enter(s->work);
    *more = has_more(s);
    // What hung once would hang again, for as long.
    bool look = !rt.hung && !rt.lost && (!*more || n <= 16 || n % LOOK_EVERY == 0);
    if (end == END_RESTART || (look && fibers_measure())) {
        search_start_over(s);
        *more = true;
        // There may be many such beginnings, with hardly a decision in each.
        if (limits_reached(s->options->limits)) {
            verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(s->options->limits));
            return FINISHED;
        }
        return s->work ? SPLIT : GO_ON;
    }
    if (!rt.lost && falls_back(s, end)) {
        *more = true;
        return s->work ? SPLIT : GO_ON;
    }
    next_step next = GO_ON;
    bool ours = s->work && work_ours(s->work);
    if (!s->work || ours || rt.lost) {
        next = handle_end(s, end, v, e);
        if (ours)
            work_count(s->work, s);
    }
    if (next != GO_ON)
        return next;
    if (s->dpor)
        dpor_next(s->dpor);
    else if (!s->sampler && !path_next(&s->path))
        *more = deepen(s);
    return reached_limit(s, *more, v);
}

next_step search_run_all(search *s, lp_verdict *v, error *e)
{
    next_step next = GO_ON;
    for (bool more = true; next == GO_ON && more;)
        next = run_next(s, &more, v, e);
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
    *f = (search_figures){0};
    begin_with(&s, o->kind);
    rt.irreducible = false;
    rt.max_steps = o->kind == SEARCH_AUTO && o->max_steps > SPIN_STEPS ? SPIN_STEPS : o->max_steps;
    rt.total_steps = rt.steps = 0;
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
        f->steps = rt.total_steps + rt.steps;
    if (s.dpor && !f->parts)
        f->part_done = next == GO_ON ? 1 : dpor_part_done(s.dpor);
    f->symmetry = symmetry_in_use();
    f->states = s.graph ? state_graph_count(s.graph) : 0;
    if (next == GO_ON && s.graph)
        next = search_judge_endless(&s, v, e);
    if (next == GO_ON) {
        lp_verdict_fini(v);
        lp_verdict_init(v);
        if (rt.uncontrolled[0])
            verdict_decide(v, LP_UNKNOWN, "%s", rt.uncontrolled);
        else
            v->outcome = LP_HOLDS;
    }
    f->histories = intern_count(s.histories);
    intern_free(s.histories);
    state_graph_free(s.graph);
    dpor_free(s.dpor);
    if (s.sampler)
        sampler_fini(s.sampler);
    free(s.sampler);
    path_fini(&s.path);
    rt.max_steps = o->max_steps;
    return next != FAILED;
}
