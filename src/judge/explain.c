// SPDX-License-Identifier: MIT
// From a violated history to evidence: see explain.h.

#include "judge/explain.h"

#include "base/memory.h"
#include "history/format.h"
#include "judge/oracle.h"
#include "judge/resolve.h"
#include "judge/shrink.h"

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

// Seconds the explanation may take; without it, the counterexample alone is shown.
static const double patience = 2;

// And what is left of it where there is a time limit: a tenth more, and half a second.
static double time_left(const limits *l)
{
    if (!l || l->timeout <= 0)
        return patience;
    double left = l->started + 1.1 * l->timeout + 0.5 - clock_seconds();
    return left < 0 ? 0 : left < patience ? left : patience;
}

static bool holds_before_end(const judge *j, const judge_task *task)
{
    lp_history *before = history_prefix(task->history, task->history->event_count - 1);
    judge_task shorter = *task;
    shorter.history = before;
    lp_verdict w;
    lp_verdict_init(&w);
    j->run(&shorter, &w);
    bool holds = w.outcome == LP_HOLDS;
    lp_verdict_fini(&w);
    lp_history_free(before);
    return holds;
}

// The operation that could not return, and why.
static void find_reason(const judge *j, const judge_task *task, double seconds, lp_verdict *v)
{
    const lp_history *h = task->history;
    limits l = {.timeout = seconds > 0.01 ? seconds : 0.01};
    limits_start(&l);
    judge_task again = *task;
    again.limits = &l;
    lp_verdict w;
    lp_verdict_init(&w);
    if (j->explain)
        j->explain(&again, &w);
    v->culprit = w.outcome == LP_VIOLATED ? w.culprit : LP_NO_EVENT;
    // Of the shortest violated prefix, the last event is the return that nothing
    // explains; a judge that sees the results to come may have noticed earlier.
    if (j->prefix_closed && holds_before_end(j, &again))
        v->culprit = h->events[h->event_count - 1].op;
    if (w.outcome == LP_VIOLATED && w.culprit == v->culprit)
        verdict_set(&v->detail, "%s", w.detail ? w.detail : "");
    if (w.outcome == LP_VIOLATED && w.reason)
        verdict_set(&v->reason, "%s", w.reason);
    lp_verdict_fini(&w);
}

static void say(const lp_history *h, lp_verdict *v)
{
    if (v->reason) { // the judge's own
        v->outcome = LP_VIOLATED;
        return;
    }
    if (v->culprit == LP_NO_EVENT) {
        verdict_decide(v, LP_VIOLATED, "no order of the operations explains this history");
        return;
    }
    text op = {0};
    op_print(h->pool, &h->ops[v->culprit], &op);
    verdict_decide(v, LP_VIOLATED, "no order of the operations explains %s", op.bytes);
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
    lp_history *small = shrink_history(j, task);
    uint32_t *methods = memory_new(small->op_count, sizeof *methods);
    error ignored;
    bool fine = resolve_methods(small, task->spec, methods, &ignored);
    REQUIRE(fine);
    judge_task of_small = {
        .history = small, .methods = methods, .spec = task->spec, .setting = j->setting};
    v->history = small;
    bool limited = task->limits && task->limits->timeout > 0;
    find_reason(j, &of_small, time_left(task->limits) / (limited ? 2 : 1), v);
    say(small, v);
    double left = time_left(task->limits) / patience;
    uint64_t budget =
        (uint64_t)(left * (double)recheck_budget(small)); // 0 would be no bound at all
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
