// SPDX-License-Identifier: MIT
// Operations that do not return: a state from which no schedule leads to an end, a
// cycle that is a livelock, a thread that waits where none should. Judges whether that may
// be, as deadlocks are judged, and shows it.

#include "explore/search/exploration_state.h"

#include "explore/runtime/client.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/schedule.h"
#include "explore/search/deadlock.h"
#include "explore/search/decision_path.h"
#include "explore/search/state_table.h"
#include "explore/search/states_strategy.h"
#include "explore/show/execution_verdict.h"

#include "base/memory.h"
#include "judge/evidence/thread_evidence.h"

#include <stdlib.h>

// Follows the branch choices that first led to a state; then lets each thread in
// turn go a little further, to show what it is busy with.
enum { TURN = 8 };

typedef struct guide {
    strategy base;
    uint32_t *choices;
    uint32_t count, next;
    uint32_t after, threads; // steps taken after the choices; how many threads had a turn
    uint32_t runs;           // which of them has it
    bool exact;              // no steps after the choices, but for those to the state
    uint32_t forced;         // states on the way there in which there is no choice
    schedule taken;
} guide;

static uint32_t take_turns(guide *g, const decision *d)
{
    if (g->after++ % TURN == 0) {
        g->runs = d->options[d->count - 1]; // not the one that ran last, if there is a choice
        if (++g->threads > rt.thread_count)
            return strategy_stop(END_SCHEDULE, "");
    }
    for (uint32_t i = 0; i < d->count && !d->is_choice; i++)
        if (d->options[i] == g->runs)
            return i;
    return 0;
}

static uint32_t follow(strategy *base, const decision *d)
{
    guide *g = (guide *)base;
    uint32_t index = 0;
    bool choice = d->count > 1 || decision_dozes(d);
    if (g->next == g->count) {
        bool forced = g->exact && !choice && g->after++ < (g->forced + 1) * STATES_EVERY;
        if (!forced)
            index = g->exact ? strategy_stop(END_SCHEDULE, "") : take_turns(g, d);
        if (index == DECIDE_STOP)
            return index;
    } else if (choice) {
        while (index < d->count && decision_option(d, index) != g->choices[g->next])
            index++;
        g->next++;
        if (index == d->count)
            return strategy_stop(END_UNKNOWN, "the object does not do the same twice");
    }
    schedule_add(&g->taken, schedule_step(d->is_choice, decision_option(d, index)));
    return index;
}

static const strategy_type guide_strategy = {
    .begin = strategy_ignore, .decide = follow, .end = strategy_ignore};

// `kind` and `what` are the verdict on the execution along this schedule, if it is not wrong by
// the condition already.
static bool tell(search *s, const schedule *taken, bool stuck, lp_violation kind, const char *what,
                 lp_verdict *v, error *e)
{
    static const char *const lead[] = {[LP_VIOLATION_DEADLOCK] = "deadlock",
                                       [LP_VIOLATION_LIVELOCK] = "livelock",
                                       [LP_VIOLATION_BLOCKING] = "not lock-free"};
    lp_verdict_fini(v);
    lp_verdict_init(v);
    bool ok = search_replay(s->options, s->scenario, taken, stuck, v, e);
    if (!ok || verdict_breaks_condition(v))
        return ok;
    free(v->judge); // it is not the condition
    v->judge = NULL;
    // Where time, or what is not controlled, could change the course, nothing is proved.
    if (learnt.clock_used || learnt.uncontrolled[0])
        verdict_decide(v, LP_UNKNOWN, "%s; but %s", what,
                       learnt.clock_used ? "the object looks at the clock, which stands still here"
                                         : learnt.uncontrolled);
    else
        verdict_violate(v, kind, "%s: %s", lead[kind], what);
    return true;
}

bool search_tell_stuck(search *s, const schedule *taken, lp_verdict *v, error *e)
{
    return tell(s, taken, true, LP_VIOLATION_LIVELOCK,
                "no schedule lets all operations return any more", v, e);
}

// The choices that lead to a state and, with `lap`, from there once round.
static void guide_to(guide *g, const state_graph *graph, uint32_t state, bool lap)
{
    g->choices = state_graph_path(graph, state, &g->count, &g->forced);
    if (!lap)
        return;
    uint32_t count;
    uint32_t *round = state_graph_lap(graph, state, &count);
    g->choices = memory_resize(g->choices, g->count + count + 1, sizeof *g->choices);
    for (uint32_t i = 0; i < count; i++)
        g->choices[g->count++] = round[i];
    g->forced = 0;
    free(round);
}

static bool tell_refusal(search *s, const refusal *r, const schedule *taken, lp_verdict *v,
                         error *e)
{
    if (r->kind == REFUSAL_STUCK)
        return search_tell_stuck(s, taken, v, e);
    bool asleep = r->kind == REFUSAL_ASLEEP, ok;
    if (asleep)
        ok = tell(s, taken, true, LP_VIOLATION_DEADLOCK,
                  "no thread can go on, unless it wakes up for no reason", v, e);
    else
        ok = tell(s, taken, true, LP_VIOLATION_LIVELOCK,
                  "the threads can go on for ever, each getting its turn, and no operation returns",
                  v, e);
    if (!ok || verdict_breaks_condition(v))
        return ok;
    verdict_copy(&v->detail, NULL);
    thread_evidence_clear(v);
    bool spurious = config.spurious;
    config.spurious = false;
    if (asleep)
        verdict_who_waits(v);
    else
        verdict_cycle(v, 0, false);
    config.spurious = spurious;
    return true;
}

static next_step show_refusal(search *s, const refusal *r, lp_verdict *v, error *e)
{
    guide g = {.base = {&guide_strategy}, .exact = r->kind != REFUSAL_STUCK};
    guide_to(&g, s->strategy->type->graph(s->strategy), r->state, r->kind == REFUSAL_CYCLE);
    s->figures->stuck = true;
    strategy_run(&g.base);
    schedule_note_shared(&g.taken);
    bool ok = tell_refusal(s, r, &g.taken, v, e);
    free(g.choices);
    schedule_fini(&g.taken);
    return ok ? FINISHED : FAILED;
}

// Runs the threads to where they do not return any more, and judges what has: *fault says
// that this must not be.
static bool judge_refusal(search *s, const refusal *r, bool *fault, lp_verdict *v, error *e)
{
    const search_options *o = s->options;
    guide g = {.base = {&guide_strategy}, .exact = true};
    guide_to(&g, s->strategy->type->graph(s->strategy), r->state, false);
    end_kind end = strategy_run(&g.base);
    free(g.choices);
    schedule_fini(&g.taken);
    lp_verdict_fini(v);
    lp_verdict_init(v);
    client_open_calls();
    if (end != END_SCHEDULE)
        verdict_end(v);
    *fault = end != END_SCHEDULE || !o->judge || !deadlock_in_operations();
    if (*fault)
        return true;
    lp_history *h = client_history(o->subject->pool);
    bool ok = deadlock_judge(o, h, v, e), fresh;
    *fault = v->outcome != LP_HOLDS;
    if (r->kind != REFUSAL_UNLUCKY) {
        intern_add_fresh(s->histories, rt.events, rt.event_count * sizeof *rt.events, &fresh);
        if (s->lines && fresh)
            search_note_line(s, h);
    }
    lp_history_free(h);
    return ok;
}

next_step search_judge_endless(search *s, lp_verdict *v, error *e)
{
    uint32_t count;
    refusal *all = state_graph_refusals(s->strategy->type->graph(s->strategy), &count);
    intern *fine = intern_new(); // histories: that nothing more returns is as it may be
    next_step next = GO_ON;
    uint64_t steps = ended.total_steps + rt.steps;
    for (uint32_t i = 0; i < count && next == GO_ON; i++) {
        const refusal *r = &all[i];
        bool fault = false;
        if (intern_find(fine, &r->history, sizeof r->history) != INTERN_NONE)
            continue;
        if (!judge_refusal(s, r, &fault, v, e))
            next = FAILED;
        else if (!fault)
            intern_add(fine, &r->history, sizeof r->history);
        else if (v->outcome == LP_UNKNOWN && v->reason) // a limit
            next = FINISHED;
        else if (r->kind == REFUSAL_UNLUCKY)
            s->figures->unlucky = true;
        else
            next = show_refusal(s, r, v, e);
    }
    s->figures->steps = steps;
    intern_free(fine);
    free(all);
    return next;
}

// Who steps from the decision on that the execution comes back to.
static void add_loop(const search *s, lp_verdict *v)
{
    uint32_t length, steps = states_cycle(s->strategy, &length);
    verdict_cycle(v, length, true);
    for (uint32_t i = 0; i < FIBERS_MAX; i++)
        if (steps >> i & 1)
            verdict_turning(v, thread_number(&rt.fibers[i]));
}

bool search_show_blocking(search *s, lp_verdict *v, error *e)
{
    schedule taken = {0};
    lp_verdict found; // before the execution is run again
    lp_verdict_init(&found);
    bool waits = ended.how == END_WAITS;
    s->strategy->type->schedule(s->strategy, &taken);
    s->figures->steps = ended.total_steps + rt.steps;
    if (waits)
        verdict_who_waits(&found);
    else
        add_loop(s, &found);
    bool ok = tell(s, &taken, false, LP_VIOLATION_BLOCKING,
                   waits ? "an operation waits for another thread"
                         : "threads can take steps for ever without any operation returning",
                   v, e);
    if (ok) {
        verdict_copy(&v->detail, NULL);
        thread_evidence_move(v, &found);
    }
    lp_verdict_fini(&found);
    schedule_fini(&taken);
    return ok;
}
