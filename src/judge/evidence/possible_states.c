// SPDX-License-Identifier: MIT
// See possible_states.h.

#include "judge/evidence/possible_states.h"

#include "base/memory.h"
#include "judge/evidence/trial.h"
#include "judge/resolve.h"

#include <stdlib.h>

enum { STATES_SHOWN = 8 };

extern const judge judge_linearizable;

// Of a prefix-closed condition's smallest counterexample all but the last return can be explained.
uint32_t counts_as_open(const judge *j, const judge_task *task, uint32_t culprit)
{
    const lp_history *h = task->history;
    const lp_event *last = h->event_count ? &h->events[h->event_count - 1] : NULL;
    bool so = last && j->prefix_closed && last->is_return && last->op == culprit;
    return so ? culprit : LP_NO_EVENT;
}

// Some order has just what had returned by then and some of what was open: its state was
// possible. An order that keeps real time can always be cut there.
static lp_possible states_between(const order_graph *g, uint64_t returned, uint64_t called)
{
    intern *seen = intern_new();
    lp_possible p = {.states = memory_new(STATES_SHOWN + 1, sizeof *p.states)};
    for (uint32_t i = 0; i < g->count && p.count <= STATES_SHOWN; i++) {
        const order_node *n = &g->nodes[i];
        bool fresh = false;
        if ((returned & ~n->done) == 0 && (n->done & ~called) == 0)
            intern_add_fresh(seen, &n->state, sizeof n->state, &fresh);
        if (!fresh)
            continue;
        p.states[p.count] =
            p.count == STATES_SHOWN ? memory_string("…") : order_graph_state(g, n->state);
        p.count++;
    }
    intern_free(seen);
    return p;
}

// From the entry `from` on, as far as states are left: the last one may be empty.
static void add_entries(const order_graph *g, lp_possible *list, uint32_t from, uint32_t *count)
{
    const lp_history *h = g->task->history;
    uint64_t returned = 0, called = 0;
    *count = 0;
    for (uint32_t i = 0; i <= h->event_count && (i <= from || list[i - 1].count); i++) {
        uint64_t bit = i ? UINT64_C(1) << h->events[i - 1].op : 0;
        if (i && h->events[i - 1].is_return)
            returned |= bit;
        else
            called |= bit;
        if (i && h->events[i - 1].is_return && h->events[i - 1].op == g->open)
            returned = ~called; // with its result nothing is possible
        if (i >= from)
            list[i] = states_between(g, returned, called);
        *count = i + 1;
    }
}

static bool keeps_real_time(const judge *j, const lp_spec *spec)
{
    return (spec->syncs || j->precedes == judge_linearizable.precedes) && j->prefix_closed;
}

lp_possible *possible_states(const order_graph *g, uint32_t culprit, uint32_t *count)
{
    *count = 0;
    if (!keeps_real_time(g->judge, g->task->spec))
        return NULL;
    uint32_t events = g->task->history->event_count,
             open = counts_as_open(g->judge, g->task, culprit);
    lp_possible *list = memory_new((size_t)events + 1, sizeof *list);
    add_entries(g, list, 0, count);
    if (open == g->open || *count == events + 1)
        return list;
    uint32_t from = *count - 1; // its result leaves no state there, so it may have any
    order_graph with;
    if (order_graph_init(&with, g->judge, g->task, open)) {
        free(list[from].states);
        add_entries(&with, list, from, count);
    }
    order_graph_fini(&with);
    return list;
}

static bool is_of_one_object(const lp_history *h)
{
    for (uint32_t i = 0; i < h->op_count; i++)
        if (!lp_value_equal(h->ops[i].object, h->ops[0].object))
            return false;
    return true;
}

// `task`: of the run.
static void add_states(const judge *j, judge_task *task, lp_verdict *v)
{
    trial t;
    trial_init(&t, j, task, task->limits);
    lp_history *until = trial_shortest(&t, task->history, task->methods, 0);
    trial_fini(&t);
    task->history = until;
    if (until->event_count && order_graph_suits(j, task)) {
        uint32_t last = until->events[until->event_count - 1].op;
        uint32_t open = task->spec->syncs ? counts_as_open(j, task, last) : LP_NO_EVENT;
        order_graph g;
        if (order_graph_init(&g, j, task, open)) {
            if (!v->explanation)
                v->explanation = memory_new(1, sizeof *v->explanation);
            v->explanation->run_states =
                possible_states(&g, last, &v->explanation->run_state_count);
        }
        order_graph_fini(&g);
    }
    lp_history_free(until);
}

void possible_states_of_run(const judge *j, lp_history *run, const lp_spec *spec, limits *l,
                            lp_verdict *v)
{
    uint32_t *methods = memory_new(run->op_count, sizeof *methods);
    judge_plan plan = {0};
    error ignored;
    if (is_of_one_object(run) && resolve_methods(run, spec, methods, &ignored) &&
        judge_plan_init(&plan, j, spec, &ignored) && keeps_real_time(&plan.judge, plan.spec)) {
        judge_task task = {.history = run,
                           .methods = methods,
                           .spec = plan.spec,
                           .limits = l,
                           .setting = plan.judge.setting};
        add_states(&plan.judge, &task, v);
    }
    judge_plan_fini(&plan);
    free(methods);
}
