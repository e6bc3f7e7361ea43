// SPDX-License-Identifier: MIT
// Trials of parts of a history: see trial.h.

#include "judge/evidence/trial.h"

#include "base/memory.h"

#include <stdlib.h>

void trial_init(trial *t, const judge *j, const judge_task *task, limits *l)
{
    *t = (trial){.judge = j, .spec = task->spec, .limits = l};
    if (j->session_new)
        t->session = j->session_new(task->spec, task->history->pool);
}

void trial_fini(trial *t)
{
    if (t->judge->session_free)
        t->judge->session_free(t->session);
}

lp_outcome trial_judge(const trial *t, const lp_history *h, const uint32_t *methods, bool *suspects,
                       uint32_t *reached)
{
    judge_task task = {.history = h,
                       .methods = methods,
                       .spec = t->spec,
                       .limits = t->limits,
                       .budget = t->budget,
                       .session = t->session,
                       .suspects = suspects,
                       .reached = reached,
                       .setting = t->judge->setting};
    lp_verdict v;
    lp_verdict_init(&v);
    t->judge->run(&task, &v);
    lp_outcome outcome = v.outcome;
    lp_verdict_fini(&v);
    return outcome;
}

bool trial_violated(const trial *t, const lp_history *h, const uint32_t *methods)
{
    return trial_judge(t, h, methods, NULL, NULL) == LP_VIOLATED;
}

bool trial_wrong_only_at_end(const trial *t, const lp_history *h, const uint32_t *methods)
{
    if (!trial_violated(t, h, methods))
        return false;
    lp_history *before = history_prefix(h, h->event_count - 1);
    bool legal = trial_judge(t, before, methods, NULL, NULL) == LP_HOLDS;
    lp_history_free(before);
    return legal;
}

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

static bool prefix_violated(const trial *t, const lp_history *h, const uint32_t *methods,
                            uint32_t events)
{
    lp_history *prefix = history_prefix(h, events);
    bool is = trial_violated(t, prefix, methods);
    lp_history_free(prefix);
    return is;
}

// Only a return can be what is wrong.
static uint32_t up_to_return(const lp_history *h, uint32_t events)
{
    while (events < h->event_count && !h->events[events - 1].is_return)
        events++;
    return events;
}

// How far the judge came is most often next to the violation: it knew the results of
// what was open there, so it may have noticed a little before. So we look there first,
// in growing steps; then by bisection.
lp_history *trial_shortest(const trial *t, const lp_history *h, const uint32_t *methods,
                           uint32_t reached)
{
    uint32_t good = reached, bad = h->event_count, step = 1;
    while (reached && bad - good > step && !limits_reached(t->limits)) {
        uint32_t next = up_to_return(h, good + step);
        if (next >= bad)
            break;
        if (prefix_violated(t, h, methods, next)) {
            bad = next;
            break;
        }
        good = next;
        step *= 2;
    }
    while (bad - good > 1 && !limits_reached(t->limits)) {
        uint32_t middle = good + (bad - good) / 2;
        if (prefix_violated(t, h, methods, middle))
            bad = middle;
        else
            good = middle;
    }
    return history_prefix(h, bad);
}
