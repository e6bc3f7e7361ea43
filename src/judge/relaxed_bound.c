// SPDX-License-Identifier: MIT
// See relaxed_bound.h. Looks at pairs of values that were inserted once. Quadratic,
// so only up to a number of values.

#include "judge/relaxed_bound.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/relaxed_spec.h"

#include <stdlib.h>

enum { MOST_VALUES = 20000, LOOK_EVERY = 64, NEVER = LP_NO_EVENT };

typedef struct life {
    lp_value value;
    uint32_t in_call, in_ret;   // of its insert
    uint32_t out_call, out_ret; // of its removal; NEVER: there was none
    uint32_t inserts, removals, skipped;
} life;

typedef struct lives {
    life *all;
    uint32_t count;
    size_t capacity;
    bool may_be_gone; // some removal never returned: it may have removed anything
} lives;

static life *life_of(lives *l, intern *values, lp_value v)
{
    bool fresh;
    uint32_t n = intern_add_fresh(values, &v, sizeof v, &fresh);
    if (fresh) {
        MEMORY_GROW(l->all, l->capacity, (size_t)n + 1);
        l->all[l->count++] = (life){.value = v, .out_call = NEVER, .out_ret = NEVER};
    }
    return &l->all[n];
}

static void collect(const judge_task *task, lives *l)
{
    const lp_history *h = task->history;
    intern *values = intern_new();
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        relaxed_role role = relaxed_spec_role(task->methods[i], op);
        if (role == RELAXED_INSERT) {
            life *it = life_of(l, values, op->arg);
            it->in_call = op->call;
            it->in_ret = op->ret;
            it->inserts++;
        } else if (role == RELAXED_REMOVAL && lp_op_pending(op)) {
            l->may_be_gone = true;
        } else if (role == RELAXED_REMOVAL) {
            life *it = life_of(l, values, op->result);
            it->out_call = op->call;
            it->out_ret = op->ret;
            it->removals++;
        }
    }
    intern_free(values);
}

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
    lives l = {0};
    collect(task, &l);
    bool broken = l.count <= MOST_VALUES && too_many(task, &l);
    free(l.all);
    return broken;
}
