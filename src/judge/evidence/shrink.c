// SPDX-License-Identifier: MIT
// Making counterexamples small: see shrink.h. Delta debugging (Zeller and Hildebrandt,
// "Simplifying and isolating failure-inducing input", 2002), restricted to parts that are
// counterexamples for the same reason as the whole.
//
// Not any part of a history will do. Leave out the deq that took 1, and a later
// empty deq looks wrong although the object was right: a counterexample that
// misleads. So we leave out only what keeps legal histories legal:
//   - what happened after the violation, if the condition is prefix-closed;
//   - for specs that are data-independent, all operations that mention a value
//     together, or an operation that mentions none (an empty deq). One that never
//     returned and has no argument stays: it may have taken any value;
//   - at last single operations that only read, or that later ones may have made
//     irrelevant (hides_past), if what remains is legal but for the return at its
//     end: then that return is still what is wrong, and nothing else is;
//   - where many operations remain, any of them, singly or in pairs, if the states that
//     were possible just before that return stay exactly the same.
// What then still violates, violates for a reason that is in the whole history.

#include "judge/evidence/shrink.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/evidence/op_groups.h"
#include "judge/evidence/trial.h"
#include "judge/monitor/monitor_run.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL_STEPS = 10000 };

typedef struct shrinking {
    trial trial;
    const judge_task *task;
    lp_history *history; // what is made smaller …
    uint32_t *methods;   // … with the spec's methods of its operations
    op_groups groups;    // of its operations
    intern *states;      // possible before the last return
} shrinking;

static void regroup(shrinking *s, void (*how)(op_groups *g))
{
    s->groups.spec = s->trial.spec;
    s->groups.history = s->history;
    s->groups.methods = s->methods;
    if (how)
        how(&s->groups);
}

// Cuts to the shortest prefix that is violated.
static void cut(shrinking *s, uint32_t reached)
{
    lp_history *h = trial_shortest(&s->trial, s->history, s->methods, reached);
    lp_history_free(s->history);
    s->history = h;
}

static lp_history *select_groups(const shrinking *s, const bool *keep_group, uint32_t *methods)
{
    bool *keep = memory_new(s->history->op_count, sizeof *keep);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->history->op_count; i++) {
        keep[i] = keep_group[s->groups.of[i]];
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
    bool is = trial_violated(&s->trial, h, methods);
    lp_history_free(h);
    free(methods);
    return is;
}

// Delta debugging: tries to leave out large runs of groups first, then smaller
// ones, until no single group can go.
static void reduce(shrinking *s, bool *keep, bool (*still)(const shrinking *s, const bool *keep))
{
    uint32_t chunk = s->groups.count / 2 ? s->groups.count / 2 : 1;
    bool *tried = memory_new(s->groups.count, sizeof *tried);
    for (;;) {
        bool removed = false;
        for (uint32_t start = 1; start < s->groups.count; start += chunk) {
            uint32_t end = start + chunk < s->groups.count ? start + chunk : s->groups.count;
            bool any = false;
            for (uint32_t i = start; i < end; i++)
                any |= keep[i];
            if (!any)
                continue;
            memcpy(tried, keep, s->groups.count * sizeof *tried);
            memset(tried + start, false, end - start);
            if (limits_reached(s->trial.limits) || !still(s, tried))
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
    free(tried);
}

static void leave_out(shrinking *s, bool (*still)(const shrinking *s, const bool *keep))
{
    bool *keep = memory_new(s->groups.count, sizeof *keep);
    for (uint32_t i = 0; i < s->groups.count; i++)
        keep[i] = true;
    reduce(s, keep, still);
    lp_history *small = select_groups(s, keep, s->methods);
    lp_history_free(s->history);
    s->history = small;
    free(keep);
}

static void leave_out_values(shrinking *s)
{
    regroup(s, op_groups_by_value);
    leave_out(s, still_violated);
}

static bool still_wrong_at_end(const shrinking *s, const bool *keep_group)
{
    uint32_t *methods = memory_new(s->history->op_count, sizeof *methods);
    lp_history *h = select_groups(s, keep_group, methods);
    bool is = trial_wrong_only_at_end(&s->trial, h, methods);
    lp_history_free(h);
    free(methods);
    return is;
}

// May single operations like this one go? What only reads always may. Others may
// when the spec hides the past, but not what the wrong result could come from.
static bool may_go(const shrinking *s, uint32_t i, uint32_t culprit)
{
    const lp_history *h = s->history;
    if (i == culprit)
        return false;
    if (s->trial.spec->methods[s->methods[i]].reads_only)
        return true;
    if (op_may_take_any(&h->ops[i]))
        return false;
    return s->trial.spec->hides_past && !op_may_explain(&s->groups, i, h->ops[culprit].result);
}

// All that reads goes first, if it can: what is left seldom needs more than the
// last few operations, and then large runs can go.
static void leave_out_single(shrinking *s)
{
    for (int pass = 0; pass < 2; pass++) {
        const lp_history *h = s->history;
        uint32_t culprit = h->events[h->event_count - 1].op;
        regroup(s, NULL);
        s->groups.count = pass ? 1 : 2; // group 0 stays
        for (uint32_t i = 0; i < h->op_count; i++) {
            s->groups.of[i] = 0;
            if (may_go(s, i, culprit))
                s->groups.of[i] = pass ? s->groups.count++ : op_reads(&s->groups, i);
        }
        leave_out(s, still_wrong_at_end);
    }
}

// Where the past cannot be left out operation by operation because values come again:
// whatever keeps the possible states as they were just before the wrong return keeps its
// reason. Nothing else of the past could have mattered to it.
static bool same_states(const shrinking *s, const bool *keep_group)
{
    uint32_t *methods = memory_new(s->history->op_count, sizeof *methods);
    lp_history *h = select_groups(s, keep_group, methods);
    judge_task task = {
        .history = h, .methods = methods, .spec = s->trial.spec, .limits = s->trial.limits};
    intern *states = intern_new();
    bool same =
        monitor_last_states(&task, states) && intern_count(states) == intern_count(s->states);
    for (uint32_t i = 0; same && i < intern_count(states); i++) {
        size_t size;
        const void *bytes = intern_get(states, i, &size);
        same = intern_find(s->states, bytes, size) != INTERN_NONE;
    }
    intern_free(states);
    lp_history_free(h);
    free(methods);
    return same;
}

// The operation that nothing explains, and the last one that its result could have come
// from: a reader will look for it.
static void keep_culprit(shrinking *s)
{
    const lp_history *h = s->history;
    uint32_t culprit = h->events[h->event_count - 1].op;
    s->groups.of[culprit] = 0;
    for (uint32_t i = h->op_count; i-- > 0;) {
        bool failed = !lp_op_pending(&h->ops[i]) && lp_value_equal(h->ops[i].result, LP_FALSE);
        if (i != culprit && !failed && op_may_explain(&s->groups, i, h->ops[culprit].result)) {
            s->groups.of[i] = 0;
            break;
        }
    }
}

// So few operations are shown as they are: where a wrong value came from can be seen.
enum { CLEAR = 32 };

// False: what was possible is not known.
static bool leave_out_past(shrinking *s)
{
    static void (*const groupings[])(op_groups *) = {op_groups_by_process, op_groups_by_pair,
                                                     op_groups_single};
    judge_task task = {.history = s->history,
                       .methods = s->methods,
                       .spec = s->trial.spec,
                       .limits = s->trial.limits};
    s->states = intern_new();
    bool known = monitor_last_states(&task, s->states);
    for (uint32_t before = UINT32_MAX; known && s->history->op_count < before;) {
        before = s->history->op_count;
        for (size_t i = 0; i < sizeof groupings / sizeof *groupings; i++) {
            regroup(s, groupings[i]);
            keep_culprit(s);
            leave_out(s, same_states);
        }
    }
    intern_free(s->states);
    return known;
}

// Starts from what the judge suspects, if that is enough, else from all. With it
// goes what may have taken any value: a suspect that it took is none. Gives back how
// many events of it are known to hold.
static uint32_t start(shrinking *s)
{
    const lp_history *h = s->task->history;
    const judge *j = s->trial.judge;
    uint32_t reached = s->task->reached ? *s->task->reached : 0;
    bool *suspects = memory_new(h->op_count, sizeof *suspects);
    if (!reached && s->trial.spec->data_independent && !j->values_matter && !s->trial.spec->syncs)
        trial_judge(&s->trial, h, s->task->methods, suspects, &reached);
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->op_count && !j->stuck && !reached; i++) {
        suspects[i] |= op_may_take_any(&h->ops[i]);
        if (suspects[i])
            s->methods[n++] = s->task->methods[i];
    }
    if (n) {
        s->history = lp_history_select(h, suspects);
        if (!trial_violated(&s->trial, s->history, s->methods)) {
            lp_history_free(s->history);
            n = 0;
        }
    }
    if (!n) {
        memcpy(s->methods, s->task->methods, h->op_count * sizeof *s->methods);
        s->history = history_prefix(h, h->event_count);
    }
    free(suspects);
    return reached;
}

// Synchronisations: the judge knows operations that nobody else could have met. (For
// other specs its suspects are those at the start.)
static void narrow(shrinking *s)
{
    const lp_history *h = s->history;
    bool *suspects = memory_new(h->op_count, sizeof *suspects);
    uint32_t *methods = memory_new(h->op_count, sizeof *methods), n = 0;
    trial_judge(&s->trial, h, s->methods, suspects, NULL);
    for (uint32_t i = 0; i < h->op_count; i++)
        if (suspects[i])
            methods[n++] = s->methods[i];
    lp_history *small = lp_history_select(h, suspects);
    if (n && trial_wrong_only_at_end(&s->trial, small, methods)) {
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
    shrinking s = {.task = task};
    trial_init(&s.trial, j, task, task->limits);
    s.methods = memory_new(n, sizeof *s.methods);
    s.groups.of = memory_new(n, sizeof *s.groups.of);
    uint32_t reached = start(&s);
    if (j->prefix_closed)
        cut(&s, reached);
    // Less history can be harder to judge. A trial that takes long has failed.
    s.trial.budget = (uint64_t)s.history->op_count * 4 + TRIAL_STEPS;
    // Who is stuck may wait for, or because of, what would be left out.
    if (task->spec->data_independent && !j->values_matter && !j->stuck) {
        leave_out_values(&s);
        if (j->prefix_closed)
            cut(&s, 0);
    }
    if (j->prefix_closed && task->spec->syncs && s.history->op_count > CLEAR)
        narrow(&s);
    bool many = !task->spec->syncs && s.history->op_count > CLEAR;
    bool done = many && j->explain == monitor_reason && leave_out_past(&s);
    if (j->prefix_closed && !done)
        leave_out_single(&s);
    trial_fini(&s.trial);
    free(s.methods);
    free(s.groups.of);
    return s.history;
}
