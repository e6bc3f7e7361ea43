// SPDX-License-Identifier: MIT
// From a violated history to evidence: see explain.h.

#include "judge/evidence/explain.h"

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/evidence/other_conditions.h"
#include "judge/evidence/partial_orders.h"
#include "judge/evidence/shrink.h"
#include "judge/evidence/trial.h"
#include "judge/resolve.h"
#include "judge/search/oracle.h"

#include <stdlib.h>

// Steps the oracle may try to confirm a counterexample: about a second. A step may look at
// every pair of operations, so there are fewer where a counterexample could not be made
// small.
enum { RECHECK_BUDGET = 2000000, RECHECK_PAIRS = 1000000000, RECHECK_STUCK = 500 };

static uint64_t recheck_budget(const lp_history *h)
{
    uint64_t pairs = (uint64_t)h->op_count * h->op_count + 1, steps = RECHECK_PAIRS / pairs;
    return steps < RECHECK_BUDGET ? steps : RECHECK_BUDGET;
}

// Seconds of processor time that explaining may take, besides as many as judging took: what
// else the machine does makes no evidence worse. A time limit covers both, but for a tenth
// of it that naming the culprit may take.
static const double patience = 2;

// Which share of that is over when the counterexample is as small as it gets, and when its
// reason was looked for. The rest is for the re-check.
static const double shrink_share = 0.6, reason_share = 0.8;

typedef struct timing {
    limits *given;
    double from, seconds; // by the clock, with a time limit; otherwise 0 seconds
    double busy_from, busy;
} timing;

static timing timing_start(limits *given)
{
    timing c = {.given = given, .from = clock_seconds(), .busy_from = processor_seconds()};
    double spent = given && given->started > 0 ? c.from - given->started : 0;
    c.busy = patience + spent;
    if (given && given->timeout > 0) {
        c.seconds = 1.1 * given->timeout - spent;
        c.seconds = c.seconds < c.busy ? c.seconds : c.busy;
        c.seconds = c.seconds > 0.001 ? c.seconds : 0.001;
    }
    return c;
}

// What a time limit leaves, from 0 to 1.
static double timing_left(const timing *c)
{
    double left = c->seconds > 0 ? 1 - (clock_seconds() - c->from) / c->seconds : 1;
    return left < 0 ? 0 : left;
}

// Limits that are reached when this share is over. An interrupt and the limit of memory
// stay as they are.
static limits timing_limits(const timing *c, double share)
{
    const double least = 0.001; // 0 would be no limit at all
    double now = clock_seconds(), busy_now = processor_seconds();
    limits l = {.busy = c->busy_from + share * c->busy - busy_now};
    l.busy = l.busy > least ? l.busy : least;
    if (c->seconds > 0) {
        l.timeout = c->from + share * c->seconds - now;
        l.timeout = l.timeout > least ? l.timeout : least;
    }
    if (c->given) {
        l.memory = c->given->memory;
        l.interrupted = c->given->interrupted;
    }
    limits_start(&l);
    return l;
}

// Where judging got stuck, if the events up to there are as they were.
static uint32_t got_stuck(const judge_task *task, const lp_history *small)
{
    uint32_t at = task->reached ? *task->reached : 0;
    const lp_history *h = task->history;
    if (!at || at >= small->event_count || small->events[at].op != h->events[at].op ||
        small->ops[small->events[at].op].call != h->ops[h->events[at].op].call)
        return LP_NO_EVENT;
    return small->events[at].op;
}

// Of the shortest violated prefix, the last event is the return that nothing explains; a
// judge that sees the results to come may have noticed earlier. Where there was no time to
// find that prefix, the return that the judge could not get past is as good.
static uint32_t find_culprit(const judge *j, const judge_task *of_small, const judge_task *task,
                             uint32_t noticed)
{
    const lp_history *h = of_small->history;
    uint32_t last = h->event_count - 1, reached = 0;
    if (!j->prefix_closed || !h->event_count)
        return noticed;
    trial t;
    trial_init(&t, j, of_small, of_small->limits);
    lp_history *before = history_prefix(h, last);
    lp_outcome outcome = trial_judge(&t, before, of_small->methods, NULL, &reached);
    lp_history_free(before);
    trial_fini(&t);
    if (outcome == LP_HOLDS)
        return h->events[last].op;
    if (noticed == LP_NO_EVENT && reached)
        noticed = h->events[reached].op;
    if (noticed == LP_NO_EVENT)
        noticed = got_stuck(task, h);
    return noticed == LP_NO_EVENT && h->events[last].is_return ? h->events[last].op : noticed;
}

// The operation that could not return, and why.
static void find_reason(const judge *j, const judge_task *of_small, const judge_task *task,
                        lp_verdict *v)
{
    lp_verdict w;
    lp_verdict_init(&w);
    if (j->explain)
        j->explain(of_small, &w);
    bool found = w.outcome == LP_VIOLATED;
    v->culprit = find_culprit(j, of_small, task, found ? w.culprit : LP_NO_EVENT);
    if (found && w.culprit == v->culprit)
        verdict_copy(&v->detail, w.detail ? w.detail : "");
    if (found && w.reason)
        verdict_copy(&v->reason, w.reason);
    lp_verdict_fini(&w);
}

static void say(const lp_history *h, lp_verdict *v)
{
    if (v->reason) { // the judge's own
        v->outcome = LP_VIOLATED;
        v->violation = LP_VIOLATION_CONDITION;
        return;
    }
    if (v->culprit == LP_NO_EVENT) {
        verdict_violate(v, LP_VIOLATION_CONDITION,
                        "no order of the operations explains this history");
        return;
    }
    text op = {0};
    op_print(h->pool, &h->ops[v->culprit], &op);
    verdict_violate(v, LP_VIOLATION_CONDITION, "no order of the operations explains %s", op.bytes);
    text_fini(&op);
}

static bool violates(const judge *j, const judge_task *task)
{
    judge_task again = *task;
    again.session = NULL;
    again.want_witness = false;
    lp_verdict w;
    lp_verdict_init(&w);
    j->run(&again, &w);
    bool is = w.outcome == LP_VIOLATED;
    lp_verdict_fini(&w);
    return is;
}

void explain_violation(const judge *j, const judge_task *task, lp_verdict *v)
{
    if (j->unstuck && violates(j->unstuck, task))
        j = j->unstuck;
    timing c = timing_start(task->limits);
    limits shrinking = timing_limits(&c, shrink_share);
    judge_task limited = *task;
    limited.limits = &shrinking;
    lp_history *small = shrink_history(j, &limited);
    uint32_t *methods = memory_new(small->op_count, sizeof *methods);
    error ignored;
    bool fine = resolve_methods(small, task->spec, methods, &ignored);
    REQUIRE(fine);
    limits reasoning = timing_limits(&c, reason_share);
    judge_task of_small = {.history = small,
                           .methods = methods,
                           .spec = task->spec,
                           .limits = &reasoning,
                           .setting = j->setting};
    v->history = small;
    find_reason(j, &of_small, task, v);
    say(small, v);
    v->explanation = explain_partially(j, &of_small, v->culprit);
    double left = timing_left(&c) / (1 - reason_share);
    uint64_t budget = (uint64_t)((left < 1 ? left : 1) * (double)recheck_budget(small));
    // 0 would be no bound at all
    if (j->precedes && budget && (!j->stuck || small->op_count <= RECHECK_STUCK)) {
        lp_outcome second = oracle_judge(j, &of_small, budget);
        v->rechecked = second == LP_VIOLATED;
        if (second == LP_HOLDS)
            verdict_decide(
                v, LP_ERROR,
                "internal error: two judges disagree about this history; please report it");
    }
    free(methods);
}

void explain_whole(const judge *j, const lp_spec *spec, limits *l, lp_verdict *v)
{
    uint32_t *methods = memory_new(v->history->op_count, sizeof *methods);
    judge_plan plan = {0};
    error ignored;
    if (resolve_methods(v->history, spec, methods, &ignored) &&
        judge_plan_init(&plan, j, spec, &ignored)) {
        judge_task task = {.history = v->history,
                           .methods = methods,
                           .spec = plan.spec,
                           .limits = l,
                           .setting = plan.judge.setting};
        v->explanation = explain_partially(&plan.judge, &task, v->culprit);
        judge_other_conditions(j, spec, l, v);
    }
    judge_plan_fini(&plan);
    free(methods);
}
