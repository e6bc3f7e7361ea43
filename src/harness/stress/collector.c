// SPDX-License-Identifier: MIT
// Judging what was recorded. The monitor is kept from history to history: after
// the first few thousand, almost every event is a look-up. Only a history that it
// refuses goes to the judge, which confirms, shrinks and explains.

#include "harness/stress/collector.h"

#include "base/memory.h"
#include "harness/serial/serial_spec.h"
#include "history/history_set.h"
#include "spec/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const judge judge_linearizable;

// A monitor this large has seen more than it will see again.
static const uint64_t monitor_limit_bytes = 256 << 20;

void collector_init(collector *c, const subject *s, const judge *j, bool want_lines)
{
    error ignored;
    *c = (collector){.subject = s, .judge = j};
    c->stuck_judge = j->stuck ? j : judge_find("progressible", &ignored);
    c->scenarios = intern_new();
    c->seen = intern_new();
    if (want_lines)
        c->lines = intern_new();
    if (j == &judge_linearizable)
        c->monitor = monitor_new(s->spec, s->pool);
}

void collector_fini(collector *c)
{
    if (c->monitor)
        monitor_free(c->monitor);
    if (c->lines)
        intern_free(c->lines);
    intern_free(c->scenarios);
    intern_free(c->seen);
    text_fini(&c->line);
}

uint32_t collector_number(collector *c, const scenario *sc)
{
    text_clear(&c->line);
    scenario_print(c->subject->pool, sc, &c->line);
    return intern_add(c->scenarios, c->line.bytes, c->line.length);
}

uint32_t collector_distinct(const collector *c)
{
    return intern_count(c->seen);
}

// A value in a pool has no meaning outside it, and methods are given no pool.
static bool results_make_sense(const collector *c, const lp_history *h, lp_verdict *v)
{
    for (uint32_t i = 0; i < h->op_count; i++) {
        lp_value result = h->ops[i].result;
        bool valid = result.kind != LP_KIND_PAIR && subject_result_valid(result);
        if (lp_op_pending(&h->ops[i]) || valid || result.kind == LP_KIND_VECTOR) // was a pair
            continue;
        verdict_decide(
            v, LP_ERROR,
            "%s() returned a value that is not nil, unit, a boolean, an integer or a pair",
            lp_string_bytes(c->subject->pool, h->ops[i].method, NULL));
        return false;
    }
    return true;
}

// As judge_history reads it. What it refuses is left for it to refuse.
static lp_value normal_result(const lp_spec_method *m, const lp_op *op)
{
    lp_value result = op->result;
    return spec_normal_result(m, op->arg, &result) ? result : op->result;
}

// True: it holds. False: refused, or not decided.
static bool monitor_accepts(collector *c, const lp_history *h)
{
    if (monitor_bytes(c->monitor) > monitor_limit_bytes) {
        monitor_free(c->monitor);
        c->monitor = monitor_new(c->subject->spec, c->subject->pool);
    }
    uint32_t set = monitor_start(c->monitor);
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        uint32_t m = c->subject->spec_methods[subject_method(c->subject, op->method)];
        lp_value result = normal_result(&c->subject->spec->methods[m], op);
        uint32_t slot = (uint32_t)op->process;
        if (h->events[i].is_return)
            set = monitor_return(c->monitor, set, slot, result);
        else
            set = monitor_call(c->monitor, set, slot, m, op->process, op->arg,
                               lp_op_pending(op) ? NULL : &result, lp_op_pending(op));
        if (set == MONITOR_VIOLATED || set == MONITOR_STOPPED)
            return false;
    }
    return true;
}

static lp_outcome judge_with(const judge *j, collector *c, lp_history *h, limits *l, lp_verdict *v)
{
    error e = {0};
    lp_verdict_fini(v);
    if (!serial_judge(j, h, c->subject->spec, l, v, &e)) {
        verdict_decide(v, LP_ERROR, "%s", e.message);
        return LP_ERROR;
    }
    return v->outcome;
}

static lp_outcome judge_new(collector *c, lp_history *h, limits *l, lp_verdict *v)
{
    if (!results_make_sense(c, h, v))
        return LP_ERROR;
    if (c->monitor && monitor_accepts(c, h))
        return LP_HOLDS;
    if (judge_with(c->judge, c, h, l, v) == LP_HOLDS && c->monitor)
        verdict_decide(v, LP_ERROR,
                       "internal error: the monitor refuses a history that the judge accepts");
    return v->outcome;
}

// True: not seen before. LP_ERROR in `v` when the record makes no sense.
static bool is_fresh(collector *c, const recorder *r, uint32_t slot, lp_verdict *v)
{
    unsigned char key[RECORDER_MAX_KEY];
    size_t length = recorder_key(r, slot, key, NULL);
    if (!length) {
        verdict_decide(v, LP_ERROR,
                       "the record of the calls makes no sense: the test has written to memory "
                       "that is not its own");
        return false;
    }
    bool fresh;
    intern_add_fresh(c->seen, key, length, &fresh);
    return fresh;
}

static void add_line(collector *c, const lp_history *h)
{
    if (c->lines)
        history_set_add(c->lines, h);
}

lp_outcome collector_add(collector *c, const recorder *r, uint32_t slot, limits *l, lp_verdict *v)
{
    if (!is_fresh(c, r, slot, v))
        return v->outcome == LP_ERROR ? LP_ERROR : LP_HOLDS;
    lp_history *h = recorder_history(r, slot, c->subject->pool);
    add_line(c, h);
    lp_outcome outcome = judge_new(c, h, l, v);
    lp_history_free(h);
    return outcome;
}

lp_outcome collector_add_stuck(collector *c, const recorder *r, uint32_t slot, limits *l,
                               lp_verdict *v, const judge **by)
{
    *by = c->judge;
    if (!is_fresh(c, r, slot, v))
        return v->outcome == LP_ERROR ? LP_ERROR : LP_HOLDS;
    lp_history *h = recorder_history(r, slot, c->subject->pool);
    add_line(c, h);
    // What violates the weaker condition already is said to do so.
    lp_outcome outcome = judge_new(c, h, l, v);
    if (outcome == LP_HOLDS) {
        *by = c->stuck_judge;
        outcome = judge_with(c->stuck_judge, c, h, l, v);
    }
    lp_history_free(h);
    return outcome;
}

bool collector_write(const collector *c, const char *path, error *e)
{
    return history_set_write(c->lines, path, e);
}
