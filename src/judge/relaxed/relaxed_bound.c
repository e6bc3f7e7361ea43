// SPDX-License-Identifier: MIT
// See relaxed_bound.h. Looks at pairs of values that were inserted once. Quadratic,
// so only up to a number of values.

#include "judge/relaxed/relaxed_bound.h"

#include "judge/relaxed/relaxed_lives.h"
#include "judge/relaxed/relaxed_spec.h"

enum { MOST_VALUES = 20000, LOOK_EVERY = 64, NEVER = LP_NO_EVENT };

// Was u, in every order, ahead of v and inside when v was removed?
static bool certainly_skipped(const judge_task *task, const lives *l, const life *u, const life *v)
{
    if (u->out_call == NEVER ? l->may_be_gone : v->out_ret > u->out_call)
        return false;
    return u->in_ret < v->out_call && relaxed_spec_ahead(task, u->value, u->in_call, u->in_ret,
                                                         v->value, v->in_call, v->in_ret);
}

static bool pair_counts(const judge_task *task, const lives *l, const life *u, const life *v)
{
    return u != v && u->inserts == 1 && u->removals <= 1 && v->inserts == 1 && v->removals == 1 &&
           certainly_skipped(task, l, u, v);
}

static void suspect(const judge_task *task, const life *it)
{
    const lp_history *h = task->history;
    for (uint32_t i = 0; task->suspects && i < h->op_count; i++)
        if (lp_value_equal(h->ops[i].arg, it->value) ||
            (!lp_op_pending(&h->ops[i]) && lp_value_equal(h->ops[i].result, it->value)))
            task->suspects[i] = true;
}

// The value, and bound + 1 of those that skip it or that it skips.
static void suspect_pairs(const judge_task *task, const lives *l, const life *it, bool skips,
                          uint32_t bound)
{
    suspect(task, it);
    for (uint32_t k = 0, found = 0; k < l->count && found <= bound; k++) {
        const life *other = &l->all[k];
        if (!(skips ? pair_counts(task, l, other, it) : pair_counts(task, l, it, other)))
            continue;
        suspect(task, other);
        found++;
    }
}

static bool too_many(const judge_task *task, lives *l)
{
    relaxation bounds = relaxed_spec_bounds(task->spec);
    for (uint32_t i = 0; i < l->count; i++) {
        const life *v = &l->all[i];
        uint32_t distance = 0;
        if (i % LOOK_EVERY == 0 && limits_reached(task->limits))
            return false;
        for (uint32_t k = 0; k < l->count && v->removals == 1; k++) {
            life *u = &l->all[k];
            if (!pair_counts(task, l, u, v))
                continue;
            bool far = ++distance > bounds.distance, late = ++u->skipped > bounds.lateness;
            if (far || late)
                suspect_pairs(task, l, far ? v : u, far, far ? bounds.distance : bounds.lateness);
            if (far || late)
                return true;
        }
    }
    return false;
}

bool relaxed_bound_broken(const judge_task *task)
{
    lives l;
    lives_collect(task, &l);
    bool broken = l.count <= MOST_VALUES && too_many(task, &l);
    lives_fini(&l);
    return broken;
}
