// SPDX-License-Identifier: MIT
// Making counterexamples small: see shrink.h.
//
// Not any part of a history will do. Leave out the deq that took 1, and a later
// empty deq looks wrong although the object was right: a counterexample that
// misleads. So we leave out only what keeps legal histories legal:
//   - what happened after the violation, if the condition is prefix-closed;
//   - for specs that are data-independent, all operations that mention a value
//     together, or an operation that mentions none (an empty deq). One that never
//     returned and has no argument stays: it may have taken any value;
//   - at last single operations that only read, or that later ones may have made
//     irrelevant (hides_past), if what is left is legal but for the return at its
//     end: then that return is still what is wrong, and nothing else is.
// What then still violates, violates for a reason that is in the whole history.

#include "judge/shrink.h"

#include "base/intern.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL_STEPS = 10000 };

typedef struct shrinking {
    const judge *judge;
    const judge_task *task;
    lp_history *history; // what is made smaller …
    uint32_t *methods;   // … with the spec's methods of its operations
    uint32_t *group;     // of each operation: what goes together
    uint32_t group_count;
    void *session;
    uint64_t budget; // steps one trial may take
} shrinking;

static lp_outcome judge_it(const shrinking *s, const lp_history *h, const uint32_t *methods,
                           bool *suspects)
{
    judge_task task = {.history = h,
                       .methods = methods,
                       .spec = s->task->spec,
                       .limits = s->task->limits,
                       .budget = s->budget,
                       .session = s->session,
                       .suspects = suspects,
                       .setting = s->judge->setting};
    lp_verdict v;
    lp_verdict_init(&v);
    s->judge->run(&task, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

static bool violated(const shrinking *s, const lp_history *h, const uint32_t *methods)
{
    return judge_it(s, h, methods, NULL) == LP_VIOLATED;
}

// Operations are numbered by their calls, so they keep their numbers.
lp_history *history_prefix(const lp_history *h, uint32_t events)
{
    lp_history *out = lp_history_new(h->pool);
    for (uint32_t i = 0; i < events; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        if (h->events[i].is_return) {
            lp_history_return(out, h->events[i].op, op->result);
            out->ops[h->events[i].op].ret_line = op->ret_line;
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
        lp_history *h = history_prefix(s->history, middle);
        if (violated(s, h, s->methods))
            bad = middle;
        else
            good = middle;
        lp_history_free(h);
    }
    lp_history *h = history_prefix(s->history, bad);
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

// May have taken any value: it never returned, and was given none.
static bool may_take_any(const lp_op *op)
{
    return lp_op_pending(op) && !mentions_value(op->arg);
}

// The values that an operation mentions: its arguments, one by one, and its
// result. At most LP_MAX_ARITY + 1.
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
// operations and values). Group 0 stays.
static void group_by_value(shrinking *s)
{
    const lp_history *h = s->history;
    uint32_t n = h->op_count;
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
    const uint32_t stays = UINT32_MAX;
    intern_add(groups, &stays, sizeof stays);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = may_take_any(&h->ops[i]) ? stays : find_root(parent, i);
        s->group[i] = intern_add(groups, &root, sizeof root);
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
static void reduce(shrinking *s, bool *keep, bool (*still)(const shrinking *s, const bool *keep))
{
    uint32_t chunk = s->group_count / 2 ? s->group_count / 2 : 1;
    bool *trial = memory_new(s->group_count, sizeof *trial);
    for (;;) {
        bool removed = false;
        for (uint32_t start = 1; start < s->group_count; start += chunk) {
            uint32_t end = start + chunk < s->group_count ? start + chunk : s->group_count;
            bool any = false;
            for (uint32_t i = start; i < end; i++)
                any |= keep[i];
            if (!any)
                continue;
            memcpy(trial, keep, s->group_count * sizeof *trial);
            memset(trial + start, false, end - start);
            if (limits_reached(s->task->limits) || !still(s, trial))
                continue;
            for (uint32_t i = start; i < end; i++)
                keep[i] = false;
            removed = true;
        }
        if (chunk == 1 && !removed)
            break;
        if (chunk > 1)
            chunk /= 2;
    }
    free(trial);
}

static void leave_out(shrinking *s, bool (*still)(const shrinking *s, const bool *keep))
{
    bool *keep = memory_new(s->group_count, sizeof *keep);
    for (uint32_t i = 0; i < s->group_count; i++)
        keep[i] = true;
    reduce(s, keep, still);
    lp_history *small = select_groups(s, keep, s->methods);
    lp_history_free(s->history);
    s->history = small;
    free(keep);
}

static void leave_out_values(shrinking *s)
{
    group_by_value(s);
    leave_out(s, still_violated);
}

// Is it legal but for the return at its end?
static bool wrong_only_at_end(const shrinking *s, const lp_history *h, const uint32_t *methods)
{
    if (!violated(s, h, methods))
        return false;
    lp_history *before = history_prefix(h, h->event_count - 1);
    bool legal = judge_it(s, before, methods, NULL) == LP_HOLDS;
    lp_history_free(before);
    return legal;
}

static bool still_wrong_at_end(const shrinking *s, const bool *keep_group)
{
    uint32_t *methods = memory_new(s->history->op_count, sizeof *methods);
    lp_history *h = select_groups(s, keep_group, methods);
    bool is = wrong_only_at_end(s, h, methods);
    lp_history_free(h);
    free(methods);
    return is;
}

// Is `part` the value `whole`, an item of it, or a piece of the string?
static bool is_in(const lp_pool *pool, lp_value part, lp_value whole)
{
    size_t n, m;
    if (!mentions_value(part) || lp_value_equal(part, whole))
        return mentions_value(part);
    if (part.kind == LP_KIND_STRING && whole.kind == LP_KIND_STRING) {
        const char *p = lp_string_bytes(pool, part, &n), *w = lp_string_bytes(pool, whole, &m);
        return n && memmem(w, m, p, n);
    }
    const lp_value *items = lp_items(pool, whole, &m);
    for (size_t i = 0; i < m; i++)
        if (lp_value_equal(items[i], part))
            return true;
    return false;
}

// Could the result `v` have come from this operation's arguments? A key is only
// where it works, not what it does.
static bool may_explain(const shrinking *s, uint32_t op, lp_value v)
{
    const lp_history *h = s->history;
    const lp_spec *spec = s->task->spec;
    lp_value arg = h->ops[op].arg;
    lp_value key = spec->split ? spec->split(spec, h->pool, s->methods[op], arg) : LP_NIL;
    size_t n;
    const lp_value *items = lp_items(h->pool, arg, &n);
    bool found = is_in(h->pool, arg, v) && !lp_value_equal(arg, key);
    for (size_t i = 0; i < n && !found; i++)
        found = is_in(h->pool, items[i], v) && !lp_value_equal(items[i], key);
    return found;
}

// May single operations like this one go? What only reads always may. Others may
// when the spec hides the past, but not what the wrong result could come from.
static bool may_go(const shrinking *s, uint32_t i, uint32_t culprit)
{
    const lp_history *h = s->history;
    if (i == culprit)
        return false;
    if (s->task->spec->methods[s->methods[i]].reads_only)
        return true;
    if (may_take_any(&h->ops[i]))
        return false;
    return s->task->spec->hides_past && !may_explain(s, i, h->ops[culprit].result);
}

static bool reads(const shrinking *s, uint32_t i)
{
    return s->task->spec->methods[s->methods[i]].reads_only;
}

// All that reads goes first, if it can: what is left seldom needs more than the
// last few operations, and then large runs can go.
static void leave_out_single(shrinking *s)
{
    for (int pass = 0; pass < 2; pass++) {
        const lp_history *h = s->history;
        uint32_t culprit = h->events[h->event_count - 1].op;
        s->group_count = pass ? 1 : 2; // group 0 stays
        for (uint32_t i = 0; i < h->op_count; i++) {
            s->group[i] = 0;
            if (may_go(s, i, culprit))
                s->group[i] = pass ? s->group_count++ : reads(s, i);
        }
        leave_out(s, still_wrong_at_end);
    }
}

// Starts from what the judge suspects, if that is enough, else from all. With it
// goes what may have taken any value: a suspect that it took is none.
static void start(shrinking *s)
{
    const lp_history *h = s->task->history;
    bool *suspects = memory_new(h->op_count, sizeof *suspects);
    if (s->task->spec->data_independent && !s->judge->values_matter && !s->task->spec->syncs)
        judge_it(s, h, s->task->methods, suspects);
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->op_count && !s->judge->stuck; i++) {
        suspects[i] |= may_take_any(&h->ops[i]);
        if (suspects[i])
            s->methods[n++] = s->task->methods[i];
    }
    if (n) {
        s->history = lp_history_select(h, suspects);
        if (!violated(s, s->history, s->methods)) {
            lp_history_free(s->history);
            n = 0;
        }
    }
    if (!n) {
        memcpy(s->methods, s->task->methods, h->op_count * sizeof *s->methods);
        s->history = history_prefix(h, h->event_count);
    }
    free(suspects);
}

// So few operations are shown as they are: where a wrong value came from can be seen.
enum { CLEAR = 32 };

// Synchronisations: the judge knows operations that nobody else could have met. (For
// other specs its suspects are those at the start.)
static void narrow(shrinking *s)
{
    const lp_history *h = s->history;
    bool *suspects = memory_new(h->op_count, sizeof *suspects);
    uint32_t *methods = memory_new(h->op_count, sizeof *methods), n = 0;
    judge_it(s, h, s->methods, suspects);
    for (uint32_t i = 0; i < h->op_count; i++)
        if (suspects[i])
            methods[n++] = s->methods[i];
    lp_history *small = lp_history_select(h, suspects);
    if (n && wrong_only_at_end(s, small, methods)) {
        memcpy(s->methods, methods, n * sizeof *methods);
        lp_history *swap = s->history;
        s->history = small;
        small = swap;
    }
    lp_history_free(small);
    free(suspects);
    free(methods);
}

lp_history *shrink_history(const judge *j, const judge_task *task)
{
    uint32_t n = task->history->op_count;
    shrinking s = {.judge = j, .task = task};
    if (j->session_new)
        s.session = j->session_new(task->spec, task->history->pool);
    s.methods = memory_new(n, sizeof *s.methods);
    s.group = memory_new(n, sizeof *s.group);
    start(&s);
    // Less history can be harder to judge. A trial that takes long has failed.
    s.budget = (uint64_t)s.history->op_count * 4 + TRIAL_STEPS;
    if (j->prefix_closed)
        cut(&s);
    // Who is stuck may wait for, or because of, what would be left out.
    if (task->spec->data_independent && !j->values_matter && !j->stuck) {
        leave_out_values(&s);
        if (j->prefix_closed)
            cut(&s);
    }
    if (j->prefix_closed && task->spec->syncs && s.history->op_count > CLEAR)
        narrow(&s);
    if (j->prefix_closed)
        leave_out_single(&s);
    if (j->session_free)
        j->session_free(s.session);
    free(s.methods);
    free(s.group);
    return s.history;
}
