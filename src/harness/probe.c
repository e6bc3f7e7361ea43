// SPDX-License-Identifier: MIT
// Running a scenario and judging what it did: see probe.h.

#include "harness/probe.h"

#include <string.h>

bool probe_init(probe *p, const subject *s, const judge *j, bool want_lines, error *e)
{
    *p = (probe){.subject = s, .judge_limits = {.timeout = 60}};
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
    error e = {0};
    text reason = {0}, key = {0};
    batch_describe(b, task, p->hang, &reason);
    lp_outcome outcome = b->end == BATCH_HUNG || b->end == BATCH_KILLED ? LP_UNKNOWN : LP_VIOLATED;
    lp_verdict_fini(v);
    verdict_decide(v, outcome, "%s", reason.bytes);
    // The history up to then, with the calls that were open. A crash may have
    // spoilt it; then there is none to show.
    if (b->phase != PHASE_START && b->phase != PHASE_CREATE &&
        recorder_key(&p->recorder, b->rounds, &key, &e)) {
        v->history = recorder_history(&p->recorder, b->rounds, task->scenario, p->subject->pool);
        for (uint32_t i = 0; i < v->history->op_count; i++)
            if (!subject_result_valid(v->history->ops[i].result))
                v->history->ops[i].result = LP_NIL;
    }
    text_fini(&key);
    text_fini(&reason);
    return outcome;
}

static lp_outcome judge_rounds(probe *p, const batch *b, const scenario *sc, lp_verdict *v)
{
    for (uint32_t i = 0; i < b->rounds; i++) {
        p->judge_limits.interrupted = p->limits->interrupted;
        limits_start(&p->judge_limits);
        lp_outcome outcome = collector_add(&p->collector, &p->recorder, i, sc, &p->judge_limits, v);
        if (outcome != LP_HOLDS)
            return outcome;
    }
    return LP_HOLDS;
}

lp_outcome probe_run(probe *p, const scenario *sc, uint64_t rounds, lp_verdict *v)
{
    while (rounds && !limits_reached(p->limits)) {
        worker_task task = {.subject = p->subject,
                            .scenario = sc,
                            .recorder = &p->recorder,
                            .rounds = rounds < UINT32_MAX ? (uint32_t)rounds : UINT32_MAX,
                            .seed = rng_next(&p->seeds),
                            .jolt = p->jolt,
                            .silent = p->silent};
        batch b;
        error e = {0};
        if (!batch_run(&task, p->limits, p->hang, &b, &e)) {
            verdict_decide(v, LP_ERROR, "%s", e.message);
            return LP_ERROR;
        }
        p->rounds += b.rounds;
        rounds -= b.rounds;
        lp_outcome outcome = judge_rounds(p, &b, sc, v);
        if (outcome == LP_HOLDS && b.end != BATCH_DONE)
            outcome = end_badly(p, &b, &task, v);
        if (outcome != LP_HOLDS)
            return outcome;
    }
    return LP_HOLDS;
}
