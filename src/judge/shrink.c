// SPDX-License-Identifier: MIT
// Making counterexamples small: see shrink.h.
//
// Not any part of a history will do. Leave out the deq that took 1, and a later
// empty deq looks wrong although the object was right: a counterexample that
// misleads. So we leave out only what keeps legal histories legal:
//   - what happened after the violation, if the condition is prefix-closed;
//   - for specs that are data-independent, all operations that mention a value
//     together, or an operation that mentions none (an empty deq).
// What then still violates, violates for a reason that is in the whole history.
//
// An operation that never returned and has no argument (a pending deq) mentions
// no value and may have taken any: without it, a value that it took is missed.
// Such a taker stays while others are left out. At the end it goes if it does not
// matter: what cannot be explained with it cannot be explained without it, but
// if without it less would do, the reader would see a violation that is none.

#include "judge/shrink.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct shrinking {
    const judge *judge;
    const judge_task *task;
    lp_history *history; // what is made smaller …
    uint32_t *methods;   // … with the spec's methods of its operations
    uint32_t *group;     // of each operation: what goes together
    uint32_t group_count;
    bool *stays; // of each group
} shrinking;

static bool violated(const shrinking *s, const lp_history *h, const uint32_t *methods)
{
    judge_task task = {
        .history = h, .methods = methods, .spec = s->task->spec, .limits = s->task->limits};
    lp_verdict v;
    lp_verdict_init(&v);
    s->judge->run(&task, &v);
    bool is = v.outcome == LP_VIOLATED;
    lp_verdict_fini(&v);
    return is;
}

// The first `events` events. Operations are numbered by their calls, so they
// keep their numbers; those whose return is cut off become pending.
static lp_history *prefix(const lp_history *h, uint32_t events)
{
    lp_history *out = lp_history_new(h->pool);
    for (uint32_t i = 0; i < events; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        if (h->events[i].is_return) {
            lp_history_return(out, h->events[i].op, op->result);
            continue;
        }
        uint32_t n = lp_history_call(out, op->process, op->method, op->arg);
        out->ops[n].object = op->object;
        out->ops[n].id = op->id;
        out->ops[n].line = op->line;
    }
    return out;
}

// Cuts to the shortest prefix that is violated, by bisection: violations stay.
static void cut(shrinking *s)
{
    uint32_t good = 0, bad = s->history->event_count;
    while (bad - good > 1) {
        uint32_t middle = good + (bad - good) / 2;
        lp_history *h = prefix(s->history, middle);
        if (violated(s, h, s->methods))
            bad = middle;
        else
            good = middle;
        lp_history_free(h);
    }
    lp_history *h = prefix(s->history, bad);
    lp_history_free(s->history);
    s->history = h;
}

static bool mentions_value(lp_value v)
{
    return v.kind == LP_KIND_INT || v.kind == LP_KIND_STRING || v.kind >= LP_KIND_TUPLE;
}

static uint32_t find_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static bool may_have_taken(const lp_op *op)
{
    return lp_op_pending(op) && lp_is_nil(op->arg);
}

// The values that an operation mentions: its result and its arguments.
static uint32_t mentioned(const shrinking *s, uint32_t op, lp_value *values)
{
    const lp_op *o = &s->history->ops[op];
    size_t count = 1;
    const lp_value *args = &o->arg;
    if (s->task->spec->methods[s->methods[op]].args >= 2)
        args = lp_items(s->history->pool, o->arg, &count);
    uint32_t n = 0;
    for (size_t i = 0; i < count && n < LP_MAX_ARITY; i++)
        if (mentions_value(args[i]))
            values[n++] = args[i];
    if (!lp_op_pending(o) && mentions_value(o->result))
        values[n++] = o->result;
    return n;
}

// Operations that mention a common value belong together (union–find over
// operations and values).
static void group_by_value(shrinking *s)
{
    const lp_history *h = s->history;
    uint32_t n = h->op_count;
    memset(s->stays, 0, n * sizeof *s->stays);
    intern *values = intern_new();
    size_t nodes = (size_t)n * (LP_MAX_ARITY + 2);
    uint32_t *parent = memory_new(nodes, sizeof *parent);
    for (size_t i = 0; i < nodes; i++)
        parent[i] = (uint32_t)i;
    for (uint32_t i = 0; i < n; i++) {
        lp_value of_op[LP_MAX_ARITY + 1];
        uint32_t count = mentioned(s, i, of_op);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t value = n + intern_add(values, &of_op[k], sizeof of_op[k]);
            parent[find_root(parent, i)] = find_root(parent, value);
        }
    }
    intern *groups = intern_new();
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = find_root(parent, i);
        s->group[i] = intern_add(groups, &root, sizeof root);
        s->stays[s->group[i]] |= may_have_taken(&h->ops[i]);
    }
    s->group_count = intern_count(groups);
    intern_free(groups);
    intern_free(values);
    free(parent);
}

static lp_history *select_groups(const shrinking *s, const bool *keep_group, uint32_t *methods)
{
    bool *keep = memory_new(s->history->op_count, sizeof *keep);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->history->op_count; i++) {
        keep[i] = keep_group[s->group[i]];
        if (keep[i])
            methods[n++] = s->methods[i];
    }
    lp_history *h = lp_history_select(s->history, keep);
    free(keep);
    return h;
}

static bool still_violated(const shrinking *s, const bool *keep_group)
{
    uint32_t *methods = memory_new(s->history->op_count, sizeof *methods);
    lp_history *h = select_groups(s, keep_group, methods);
    bool is = violated(s, h, methods);
    lp_history_free(h);
    free(methods);
    return is;
}

// Delta debugging: tries to leave out large runs of groups first, then smaller
// ones, until no single group can go.
static void reduce(shrinking *s, bool *keep)
{
    uint32_t chunk = s->group_count / 2 ? s->group_count / 2 : 1;
    bool *trial = memory_new(s->group_count, sizeof *trial);
    for (;;) {
        bool removed = false;
        for (uint32_t start = 0; start < s->group_count; start += chunk) {
            uint32_t end = start + chunk < s->group_count ? start + chunk : s->group_count;
            bool any = false;
            for (uint32_t i = 0; i < s->group_count; i++) {
                bool inside = i >= start && i < end;
                any |= inside && keep[i] && !s->stays[i];
                trial[i] = keep[i] && (!inside || s->stays[i]);
            }
            if (!any || limits_reached(s->task->limits) || !still_violated(s, trial))
                continue;
            memcpy(keep, trial, s->group_count * sizeof *keep);
            removed = true;
        }
        if (chunk == 1 && !removed)
            break;
        if (chunk > 1)
            chunk /= 2;
    }
    free(trial);
}

static void leave_out_groups(shrinking *s)
{
    group_by_value(s);
    bool *keep = memory_new(s->group_count, sizeof *keep);
    for (uint32_t i = 0; i < s->group_count; i++)
        keep[i] = true;
    reduce(s, keep);
    lp_history *small = select_groups(s, keep, s->methods);
    lp_history_free(s->history);
    s->history = small;
    free(keep);
}

// Is it legal without its last event, and without any group?
static bool is_minimal(shrinking *s)
{
    group_by_value(s);
    bool *keep = memory_new(s->group_count, sizeof *keep);
    memset(keep, true, s->group_count * sizeof *keep);
    bool minimal = !limits_reached(s->task->limits);
    for (uint32_t i = 0; i < s->group_count && minimal; i++) {
        keep[i] = s->stays[i];
        minimal = keep[i] || !still_violated(s, keep);
        keep[i] = true;
    }
    if (minimal && s->judge->prefix_closed) {
        lp_history *shorter = prefix(s->history, s->history->event_count - 1);
        minimal = !violated(s, shorter, s->methods);
        lp_history_free(shorter);
    }
    free(keep);
    return minimal;
}

static void leave_out_takers(shrinking *s)
{
    bool *keep = memory_new(s->history->op_count, sizeof *keep);
    memset(keep, true, s->history->op_count * sizeof *keep);
    for (uint32_t i = s->history->op_count; i-- > 0;) {
        if (!may_have_taken(&s->history->ops[i]))
            continue;
        shrinking less = *s;
        uint32_t rest = s->history->op_count - i - 1;
        keep[i] = false;
        less.history = lp_history_select(s->history, keep);
        keep[i] = true;
        less.methods = memory_copy(s->methods, s->history->op_count * sizeof *s->methods);
        memmove(less.methods + i, less.methods + i + 1, rest * sizeof *less.methods);
        bool gone = is_minimal(&less);
        lp_history_free(gone ? s->history : less.history);
        free(gone ? s->methods : less.methods);
        if (gone) {
            s->history = less.history;
            s->methods = less.methods;
        }
    }
    free(keep);
}

lp_history *shrink_history(const judge *j, const judge_task *task)
{
    uint32_t n = task->history->op_count;
    shrinking s = {.judge = j, .task = task};
    s.methods = memory_copy(task->methods, n * sizeof *s.methods);
    s.group = memory_new(n, sizeof *s.group);
    s.stays = memory_new(n, sizeof *s.stays);
    s.history = prefix(task->history, task->history->event_count);
    if (j->prefix_closed)
        cut(&s);
    if (task->spec->data_independent) {
        leave_out_groups(&s);
        if (j->prefix_closed)
            cut(&s);
        leave_out_takers(&s);
    }
    free(s.methods);
    free(s.group);
    free(s.stays);
    return s.history;
}
