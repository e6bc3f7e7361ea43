// SPDX-License-Identifier: MIT
// See search.h. A decision with one alternative is no branch; in the search by
// states such decisions are hashed only now and then, so that a thread that
// spins for ever is still noticed.

#include "explore/search.h"

#include "base/memory.h"
#include "explore/arena.h"
#include "explore/client.h"
#include "explore/fiber.h"
#include "explore/path.h"
#include "explore/runtime.h"
#include "explore/schedule.h"
#include "explore/simplify.h"
#include "explore/state.h"
#include "explore/verdicts.h"
#include "history/format.h"

#include <stdlib.h>
#include <string.h>

enum { LONELY_STEPS = 64, LIMITS_EVERY = 256 };

typedef struct search {
    const search_options *options;
    const scenario *scenario;
    path path;
    uint32_t at;          // the last stored state of this execution
    uint32_t choice_from; // what was chosen there
    uint32_t lonely;
    uint32_t until_limits;
    state_graph *graph;
    intern *histories; // events in canonical order, as bytes
    search_figures *figures;
} search;

static void show_progress(search *s)
{
    limits *l = s->options->limits;
    if (!limits_progress_due(l))
        return;
    uint64_t n = s->options->executions_before + s->figures->executions;
    if (s->graph)
        limits_progress(l, "%llu executions, %u states, %u histories", (unsigned long long)n,
                        state_graph_count(s->graph), intern_count(s->histories));
    else
        limits_progress(l, "%llu executions, %u histories", (unsigned long long)n,
                        intern_count(s->histories));
}

static uint32_t stop(end_kind end, const char *why)
{
    rt.end = end;
    strncpy(rt.end_text, why, sizeof rt.end_text - 1);
    return DECIDE_STOP;
}

// Stores the state of a fresh decision. False: it was seen before.
static bool store(search *s, path_frame *f)
{
    s->lonely = f->count > 1 ? 0 : s->lonely + 1;
    if (f->count == 1 && s->lonely < LONELY_STEPS)
        return true;
    s->lonely = 0;
    bool fresh;
    f->state = state_graph_add(s->graph, s->at, s->choice_from, &fresh);
    return fresh;
}

static uint32_t decide(void *context, const decision *d)
{
    search *s = context;
    if (++s->until_limits >= LIMITS_EVERY) {
        s->until_limits = 0;
        if (limits_reached(s->options->limits))
            return stop(END_UNKNOWN, limits_reason(s->options->limits));
        show_progress(s);
    }
    bool fresh;
    path_frame *f = path_at(&s->path, d, &fresh);
    if (!f)
        return stop(END_UNKNOWN,
                    "the object does not do the same in two executions with the same schedule: it "
                    "depends on something explore does not control");
    if (s->graph && fresh && !store(s, f))
        return stop(END_PRUNED, "seen before");
    if (!fresh)
        s->lonely = f->count > 1 ? 0 : s->lonely + 1;
    if (f->state != STATE_NONE) {
        s->at = f->state;
        s->lonely = 0;
        s->choice_from = f->count > 1 ? f->options[f->taken] : CHOICE_NONE;
    }
    return path_take(&s->path, f);
}

static void start_over(search *s)
{
    path_clear(&s->path);
    intern_free(s->histories);
    s->histories = intern_new();
    if (s->graph) {
        state_graph_free(s->graph);
        s->graph = state_graph_new();
    }
    *s->figures = (search_figures){0};
    rt.total_steps = 0;
}

// The execution that just ended was the one to show: run it again and trace it.
static bool show(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    path_schedule(&s->path, &taken);
    s->figures->steps = rt.total_steps + rt.steps; // without those of simplifying
    if (rt.end == END_COMPLETE || rt.end == END_BUG || rt.end == END_DEADLOCK)
        simplify_schedule(s->options, &taken);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = search_replay(s->options, s->scenario, &taken, v, e);
    schedule_fini(&taken);
    if (ok && v->outcome == LP_HOLDS)
        verdict_decide(v, LP_UNKNOWN,
                       "a violation was seen and did not come again with the same schedule: the "
                       "object depends on something explore does not control");
    return ok;
}

typedef enum next_step { GO_ON, FINISHED, FAILED } next_step;

static next_step judge_complete(search *s, intern *lines, lp_verdict *v, error *e)
{
    bool fresh;
    intern_add_fresh(s->histories, rt.events, rt.event_count * sizeof *rt.events, &fresh);
    if (!fresh)
        return GO_ON;
    const search_options *o = s->options;
    lp_history *h = client_history(o->subject->pool);
    if (lines) {
        text line = {0};
        history_canonical(h, &line);
        intern_add(lines, line.bytes, line.length);
        text_fini(&line);
    }
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = judge_history(o->judge, h, o->subject->spec, o->limits, false, v, e);
    lp_history_free(h);
    if (!ok)
        return FAILED;
    if (v->outcome == LP_HOLDS)
        return GO_ON;
    if (v->outcome == LP_VIOLATED && !show(s, v, e))
        return FAILED;
    return FINISHED;
}

static next_step handle_end(search *s, end_kind end, intern *lines, lp_verdict *v, error *e)
{
    switch (end) {
    case END_PRUNED:
        return GO_ON;
    case END_COMPLETE:
        s->figures->complete++;
        if (s->graph)
            state_graph_finish(s->graph, s->at);
        uint32_t leaked = arenas_leaked();
        if (leaked > s->figures->leaked)
            s->figures->leaked = leaked;
        return judge_complete(s, lines, v, e);
    case END_DEADLOCK:
        if (!s->options->judge->stuck)
            return show(s, v, e) ? FINISHED : FAILED;
        if (s->graph) // an end like any other: whether rightly so, the judge says
            state_graph_finish(s->graph, s->at);
        return judge_complete(s, lines, v, e);
    case END_BUG:
        return show(s, v, e) ? FINISHED : FAILED;
    case END_STEPS:
        verdict_decide(v, LP_UNKNOWN, "an execution took more than %llu steps (--max-steps)",
                       (unsigned long long)rt.max_steps);
        return FINISHED;
    case END_UNKNOWN:
        verdict_end(v);
        return FINISHED;
    default:
        return show(s, v, e) ? FINISHED : FAILED;
    }
}

// Follows the branch choices that first led to a state; then lets each thread in
// turn go a little further, to show what it is busy with.
enum { TURN = 8 };

typedef struct guide {
    uint32_t *choices;
    uint32_t count, next;
    uint32_t after, threads; // steps taken after the choices; how many threads had a turn
    uint32_t runs;           // which of them has it
    schedule taken;
} guide;

static uint32_t take_turns(guide *g, const decision *d)
{
    if (g->after++ % TURN == 0) {
        g->runs = d->options[d->count - 1]; // not the one that ran last, if there is a choice
        if (++g->threads > rt.thread_count)
            return stop(END_SCHEDULE, "");
    }
    for (uint32_t i = 0; i < d->count && !d->is_choice; i++)
        if (d->options[i] == g->runs)
            return i;
    return 0;
}

static uint32_t follow(void *context, const decision *d)
{
    guide *g = context;
    uint32_t index = 0;
    if (g->next == g->count) {
        index = take_turns(g, d);
        if (index == DECIDE_STOP)
            return index;
    } else if (d->count > 1) {
        while (index < d->count && decision_option(d, index) != g->choices[g->next])
            index++;
        g->next++;
        if (index == d->count)
            return stop(END_UNKNOWN, "the object does not do the same twice");
    }
    schedule_add(&g->taken, schedule_step(d->is_choice, decision_option(d, index)));
    return index;
}

static bool show_stuck(search *s, uint32_t state, lp_verdict *v, error *e)
{
    guide g = {0};
    g.choices = state_graph_path(s->graph, state, &g.count);
    execution_run(follow, &g);
    schedule_note_shared(&g.taken);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = search_replay(s->options, s->scenario, &g.taken, v, e);
    // Where time, or what is not controlled, could change the course, nothing is proved.
    if (ok && (rt.clock_used || rt.uncontrolled[0]))
        verdict_decide(v, LP_UNKNOWN, "no schedule lets all operations return any more; but %s",
                       rt.clock_used ? "the object looks at the clock, which stands still here"
                                     : rt.uncontrolled);
    else if (ok)
        verdict_decide(v, LP_VIOLATED, "livelock: no schedule lets all operations return any more");
    free(g.choices);
    schedule_fini(&g.taken);
    return ok;
}

bool search_run(const search_options *o, const scenario *sc, intern *lines, search_figures *f,
                lp_verdict *v, error *e)
{
    search s = {.options = o, .scenario = sc, .figures = f, .histories = intern_new()};
    client_set(o->subject, sc);
    path_init(&s.path, UINT32_MAX);
    if (o->states)
        s.graph = state_graph_new();
    *f = (search_figures){0};
    rt.total_steps = rt.steps = 0;
    next_step next = GO_ON;
    bool more = true;
    while (next == GO_ON && more) {
        path_begin(&s.path);
        s.at = STATE_NONE;
        s.choice_from = CHOICE_NONE;
        s.lonely = 0;
        end_kind end = execution_run(decide, &s);
        f->executions++;
        more = path_has_more(&s.path);
        bool look = !more || f->executions <= 16 || f->executions % 1024 == 0;
        if (end == END_RESTART || (look && fibers_measure())) {
            start_over(&s);
            more = true;
            continue;
        }
        next = handle_end(&s, end, lines, v, e);
        if (next != GO_ON)
            break;
        path_next(&s.path);
        if (more && o->max_executions && f->executions >= o->max_executions) {
            verdict_decide(v, LP_UNKNOWN, "the limit of %llu executions was reached",
                           (unsigned long long)o->max_executions);
            next = FINISHED;
        } else if (limits_reached(o->limits)) {
            verdict_decide(v, LP_UNKNOWN, "%s", limits_reason(o->limits));
            next = FINISHED;
        }
    }
    if (!f->steps)
        f->steps = rt.total_steps + rt.steps;
    f->histories = intern_count(s.histories);
    f->states = s.graph ? state_graph_count(s.graph) : 0;
    if (next == GO_ON) {
        uint32_t stuck = s.graph ? state_graph_stuck(s.graph) : STATE_NONE;
        lp_verdict_fini(v);
        lp_verdict_init(v);
        if (stuck != STATE_NONE)
            next = show_stuck(&s, stuck, v, e) ? FINISHED : FAILED;
        else if (rt.uncontrolled[0])
            verdict_decide(v, LP_UNKNOWN, "%s", rt.uncontrolled);
        else
            v->outcome = LP_HOLDS;
    }
    intern_free(s.histories);
    state_graph_free(s.graph);
    path_fini(&s.path);
    return next != FAILED;
}
