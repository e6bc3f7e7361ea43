// SPDX-License-Identifier: MIT
// Running a scenario and judging what it did: see probe.h.

#include "harness/stress/probe.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { JUDGE_SECONDS = 60 };

bool probe_init(probe *p, const subject *s, const judge *j, bool want_lines, error *e)
{
    *p = (probe){.subject = s};
    if (!recorder_init(&p->recorder, e))
        return false;
    collector_init(&p->collector, s, j, want_lines);
    return true;
}

void probe_fini(probe *p)
{
    collector_fini(&p->collector);
    recorder_fini(&p->recorder);
}

// What a batch that did not end well says about the object.
static lp_outcome end_badly(probe *p, const batch *b, const worker_task *task, lp_verdict *v)
{
    unsigned char key[RECORDER_MAX_KEY];
    text reason = {0};
    batch_describe(b, task, p->hang, &reason);
    lp_violation kind = batch_violation(b);
    lp_verdict_fini(v);
    if (kind == LP_VIOLATION_NONE)
        verdict_decide(v, LP_UNKNOWN, "%s", reason.bytes);
    else
        verdict_violate(v, kind, "%s", reason.bytes);
    p->found = recorder_scenario(&p->recorder, b->slot);
    p->found_round = p->rounds + 1;
    // The history up to then, with the calls that were open. A crash may have
    // spoilt it; then there is none to show.
    if (b->phase != PHASE_START && b->phase != PHASE_CREATE &&
        recorder_key(&p->recorder, b->slot, key, NULL)) {
        v->history = recorder_history(&p->recorder, b->slot, p->subject->pool);
        for (uint32_t i = 0; i < v->history->op_count; i++)
            if (!subject_result_valid(v->history->ops[i].result) &&
                v->history->ops[i].result.kind != LP_KIND_VECTOR) // a vector was a pair
                v->history->ops[i].result = LP_NIL;
    }
    text_fini(&reason);
    return v->outcome;
}

// A history may take long to judge, but not beyond the end of all.
static limits *judge_begin(probe *p)
{
    limits *l = &p->judge_limits;
    double left = p->times.end > 0 ? p->times.end - clock_seconds() : JUDGE_SECONDS;
    l->interrupted = p->limits->interrupted;
    l->timeout = left > JUDGE_SECONDS ? JUDGE_SECONDS : left > 0.01 ? left : 0.01;
    limits_start(l);
    return l;
}

// Threads that wait for ever: rightly, when the spec lets none go on. A stuck
// run counts as a round.
static lp_outcome end_stuck(probe *p, const batch *b, const worker_task *task, lp_verdict *v)
{
    if (b->phase != PHASE_BEFORE && b->phase != PHASE_THREADS && b->phase != PHASE_AFTER)
        return end_badly(p, b, task, v);
    p->rounds++;
    p->stuck++;
    p->collector.judged++;
    p->found = recorder_scenario(&p->recorder, b->slot);
    p->found_round = p->rounds;
    const judge *by;
    lp_outcome outcome =
        collector_add_stuck(&p->collector, &p->recorder, b->slot, judge_begin(p), v, &by);
    if (outcome == LP_VIOLATED && by->stuck) {
        const char *before = v->detail ? v->detail : "";
        verdict_set(&v->detail,
                    "%s%sAll threads that have not finished wait for one another, without a time "
                    "limit: the kernel says so.\nThis takes for granted that a thread that can "
                    "run is run some time, and that no thread wakes up\nwithout being woken.",
                    before, *before ? "\n" : "");
    }
    return outcome;
}

typedef struct judging {
    probe *probe;
    lp_verdict *verdict;
    lp_outcome outcome;
} judging;

static void sample(void *context, uint64_t rounds)
{
    const judging *j = context;
    probe *p = j->probe;
    uint64_t work = p->rounds + rounds;
    if (curve_due(p->curve, work))
        curve_add(p->curve, work, collector_distinct(&p->collector));
}

static bool judge_slot(void *context, uint32_t slot)
{
    judging *j = context;
    probe *p = j->probe;
    j->outcome = collector_add(&p->collector, &p->recorder, slot, judge_begin(p), j->verdict);
    if (p->curve)
        sample(j, recorder_round(&p->recorder, slot));
    if (j->outcome != LP_HOLDS) {
        p->found = recorder_scenario(&p->recorder, slot);
        p->found_round = p->rounds + recorder_round(&p->recorder, slot);
    }
    return j->outcome == LP_HOLDS;
}

static bool was_interrupted(const limits *l)
{
    return l->interrupted && *l->interrupted;
}

// A stuck run counts for several of its scenario's turn: each costs a process, and
// the next one will be stuck too, as likely as not.
enum { STUCK_SHARE = 8 };

static lp_outcome run_batches(probe *p, worker_task *task, uint64_t rounds, lp_verdict *v)
{
    judging j = {.probe = p, .verdict = v, .outcome = LP_HOLDS};
    batch_sink sink = {.take = judge_slot, .look = p->curve ? sample : NULL, .context = &j};
    while (task->skipped < rounds && !limits_reached(p->limits)) {
        task->rounds = rounds - task->skipped;
        task->seed = rng_next(&p->seeds);
        batch b;
        error e = {0};
        if (!batch_run(task, &sink, p->limits, p->hang, p->times, &b, &e)) {
            verdict_decide(v, LP_ERROR, "%s", e.message);
            return LP_ERROR;
        }
        p->rounds += b.rounds;
        p->overlapping += b.overlapping;
        p->collector.judged += b.rounds;
        task->skipped += b.rounds;
        if (j.outcome == LP_HOLDS && b.end == BATCH_STUCK) {
            j.outcome = end_stuck(p, &b, task, v);
            task->skipped += 1 + task->turn / STUCK_SHARE;
        } else if (j.outcome == LP_HOLDS && b.end == BATCH_CUT && was_interrupted(p->limits)) {
            break;
        } else if (j.outcome == LP_HOLDS && b.end != BATCH_DONE) {
            j.outcome = end_badly(p, &b, task, v);
        }
        if (j.outcome != LP_HOLDS)
            return j.outcome;
    }
    return LP_HOLDS;
}

lp_outcome probe_run(probe *p, const scenario *scenarios, uint32_t count, uint32_t turn,
                     uint64_t rounds, lp_verdict *v)
{
    uint32_t *numbers = memory_new(count, sizeof *numbers);
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = collector_number(&p->collector, &scenarios[i]);
    worker_task task = {.subject = p->subject,
                        .scenarios = scenarios,
                        .numbers = numbers,
                        .scenario_count = count,
                        .seen = p->collector.seen,
                        .turn = turn,
                        .recorder = &p->recorder,
                        .reaper = &p->reaper,
                        .noise = p->noise,
                        .private_fd = p->private_fd,
                        .silent = p->silent};
    p->found = &scenarios[0];
    lp_outcome outcome = run_batches(p, &task, rounds, v);
    free(numbers);
    return outcome;
}
