// SPDX-License-Identifier: MIT
// The monitor along a whole history: see monitor_run.h. The history is at hand,
// so calls tell the monitor the result to come and whether they never return.

#include "judge/monitor/monitor_run.h"

#include "base/memory.h"
#include "history/history_format.h"
#include "judge/monitor/monitor.h"

#include <stdlib.h>

enum { LOOK_EVERY = 1024 };

typedef struct run {
    uint32_t withheld; // the operation whose result the monitor is told when it returns only
    const judge_task *task;
    monitor *monitor;
    uint32_t *sets; // before each event, and after the last
    uint32_t *slot; // of each operation
} run;

// Gives each operation the lowest slot that is free while it is open.
static bool assign_slots(const lp_history *h, uint32_t *slot)
{
    uint32_t *free_slots = memory_new(h->op_count, sizeof *free_slots);
    uint32_t free_count = 0, used = 0;
    for (uint32_t i = 0; i < h->event_count; i++) {
        uint32_t op = h->events[i].op;
        if (h->events[i].is_return)
            free_slots[free_count++] = slot[op];
        else
            slot[op] = free_count ? free_slots[--free_count] : used++;
    }
    free(free_slots);
    return used <= MONITOR_MAX_SLOTS;
}

static uint32_t feed(run *r, uint32_t set, const lp_event *event)
{
    const lp_op *op = &r->task->history->ops[event->op];
    uint32_t slot = r->slot[event->op];
    if (event->is_return)
        return monitor_return(r->monitor, set, slot, op->result);
    bool forever = lp_op_pending(op);
    if (event->op == r->withheld)
        return monitor_call(r->monitor, set, slot, r->task->methods[event->op], op->process,
                            op->arg, NULL, forever);
    return monitor_call(r->monitor, set, slot, r->task->methods[event->op], op->process, op->arg,
                        forever ? NULL : &op->result, forever);
}

static void add_effects(lp_verdict *v, size_t *capacity, const monitor_effect *steps,
                        uint32_t count, const uint32_t *op_in_slot)
{
    MEMORY_GROW(v->witness, *capacity, (size_t)v->witness_count + count);
    // Backwards in time: the whole array is turned round at the end.
    for (uint32_t i = count; i-- > 0;) {
        lp_effect *effect = &v->witness[v->witness_count++];
        *effect = (lp_effect){.count = steps[i].count, .sync = steps[i].sync};
        for (uint32_t k = 0; k < steps[i].count; k++)
            effect->ops[k] = op_in_slot[steps[i].slots[k]];
    }
}

// Goes back from any configuration after the last event and collects the
// effects that led to it.
static void find_witness(run *r, lp_verdict *v)
{
    const lp_history *h = r->task->history;
    uint32_t *op_in_slot = memory_new(MONITOR_MAX_SLOTS, sizeof *op_in_slot);
    for (uint32_t i = 0; i < h->event_count; i++)
        if (!h->events[i].is_return && lp_op_pending(&h->ops[h->events[i].op]))
            op_in_slot[r->slot[h->events[i].op]] = h->events[i].op;
    size_t capacity = 0;
    uint32_t config = 0;
    for (uint32_t i = h->event_count; i-- > 0;) {
        const lp_event *event = &h->events[i];
        if (!event->is_return)
            continue; // a call keeps the numbers of configurations
        const lp_op *op = &h->ops[event->op];
        op_in_slot[r->slot[event->op]] = event->op;
        const monitor_effect *steps;
        uint32_t count;
        config = monitor_explain(r->monitor, r->sets[i], r->slot[event->op], op->result,
                                 r->sets[i + 1], config, &steps, &count);
        add_effects(v, &capacity, steps, count, op_in_slot);
    }
    for (uint32_t i = 0, j = v->witness_count; i + 1 < j; i++) {
        lp_effect swap = v->witness[i];
        v->witness[i] = v->witness[--j];
        v->witness[j] = swap;
    }
    v->has_witness = true;
    free(op_in_slot);
}

// The states that were possible, and why none of them will do.
static void describe_violation(const run *r, uint32_t event, lp_verdict *v)
{
    const lp_history *h = r->task->history;
    uint32_t op = h->events[event].op;
    text detail = {0}, what = {0};
    if ((!r->task->spec->syncs || r->task->spec->why) && h->events[event].is_return)
        op_print(h->pool, &h->ops[op], &what);
    monitor_print_violation(r->monitor, r->sets[event], r->slot[op], h->ops[op].result, what.bytes,
                            &detail);
    verdict_copy(&v->detail, detail.bytes);
    text_fini(&detail);
    text_fini(&what);
}

static void judge_events(run *r, lp_verdict *v)
{
    const lp_history *h = r->task->history;
    uint32_t set = monitor_start(r->monitor);
    uint64_t left = r->task->budget;
    for (uint32_t i = 0; i < h->event_count; i++) {
        r->sets[i] = set;
        monitor_bound(r->monitor, left);
        set = feed(r, set, &h->events[i]);
        // One that is used up leaves 1, as 0 is no bound.
        uint64_t used = h->events[i].is_return ? monitor_work(r->monitor) : 0;
        left = left > used ? left - used : left > 0;
        if (set == MONITOR_STOPPED ||
            (i % LOOK_EVERY == LOOK_EVERY - 1 && limits_reached(r->task->limits))) {
            verdict_decide(v, LP_UNKNOWN, "%s after %u of %u events",
                           limits_reason(r->task->limits), i, h->event_count);
            return;
        }
        if (set == MONITOR_VIOLATED) {
            v->outcome = LP_VIOLATED;
            v->culprit = h->events[i].op;
            describe_violation(r, i, v);
            if (r->task->reached)
                *r->task->reached = i;
            return;
        }
        if (limits_progress_due(r->task->limits))
            limits_progress(r->task->limits, "judging: %u of %u events", i, h->event_count);
    }
    r->sets[h->event_count] = set;
    monitor_bound(r->monitor, 0);
    v->outcome = LP_HOLDS;
    if (r->task->want_witness)
        find_witness(r, v);
}

// False: more operations are open at once than the monitor can tell apart.
static bool run_init(run *r, const judge_task *task, uint32_t withheld)
{
    const lp_history *h = task->history;
    *r = (run){.task = task, .withheld = withheld};
    r->slot = memory_new(h->op_count, sizeof *r->slot);
    r->sets = memory_new((size_t)h->event_count + 1, sizeof *r->sets);
    if (!assign_slots(h, r->slot))
        return false;
    r->monitor = monitor_new(task->spec, h->pool);
    monitor_limit(r->monitor, task->limits);
    return true;
}

static void run_fini(run *r)
{
    monitor_free(r->monitor);
    free(r->sets);
    free(r->slot);
}

static void run_monitor(const judge_task *task, uint32_t withheld, lp_verdict *v)
{
    run r;
    verdict_copy(&v->judge, "monitor");
    if (run_init(&r, task, withheld))
        judge_events(&r, v);
    else
        verdict_decide(v, LP_UNKNOWN, "more than %d operations are open at once",
                       MONITOR_MAX_SLOTS);
    run_fini(&r);
}

void monitor_run(const judge_task *task, lp_verdict *v)
{
    run_monitor(task, LP_NO_EVENT, v);
}

// Told its result, the last operation would take effect only where it may, and another
// that returns before it could be what is left without an explanation. What the others
// returned is past by then: to know it early leaves out only what it rules out anyway.
static uint32_t last_to_return(const judge_task *task)
{
    const lp_history *h = task->history;
    return task->spec->needs_result || !h->event_count ? LP_NO_EVENT
                                                       : h->events[h->event_count - 1].op;
}

void monitor_reason(const judge_task *task, lp_verdict *v)
{
    run_monitor(task, last_to_return(task), v);
}

bool monitor_last_states(const judge_task *task, intern *states)
{
    const lp_history *h = task->history;
    uint32_t last = h->event_count - 1, set = MONITOR_VIOLATED;
    run r = {0};
    if (h->event_count && h->events[last].is_return && run_init(&r, task, last_to_return(task))) {
        set = monitor_start(r.monitor);
        for (uint32_t i = 0; i < last && set != MONITOR_VIOLATED && set != MONITOR_STOPPED; i++)
            set = feed(&r, set, &h->events[i]);
    }
    bool known = set != MONITOR_VIOLATED && set != MONITOR_STOPPED &&
                 monitor_states(r.monitor, set, r.slot[h->events[last].op], states) &&
                 feed(&r, set, &h->events[last]) == MONITOR_VIOLATED;
    run_fini(&r);
    return known;
}
