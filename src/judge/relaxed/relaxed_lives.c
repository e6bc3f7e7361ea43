// SPDX-License-Identifier: MIT
// See relaxed_lives.h.

#include "judge/relaxed/relaxed_lives.h"

#include "base/intern.h"
#include "base/memory.h"
#include "judge/relaxed/relaxed_spec.h"

#include <stdlib.h>

static life *life_of(lives *l, intern *values, lp_value v)
{
    bool fresh;
    uint32_t n = intern_add_fresh(values, &v, sizeof v, &fresh);
    if (fresh) {
        MEMORY_GROW(l->all, l->capacity, (size_t)n + 1);
        l->all[l->count++] = (life){.value = v,
                                    .out_call = LP_NO_EVENT,
                                    .out_ret = LP_NO_EVENT,
                                    .in = LIFE_NONE,
                                    .out = LIFE_NONE};
    }
    return &l->all[n];
}

void lives_collect(const judge_task *task, lives *l)
{
    const lp_history *h = task->history;
    intern *values = intern_new();
    *l = (lives){0};
    for (uint32_t i = 0; i < h->op_count; i++) {
        const lp_op *op = &h->ops[i];
        relaxed_role role = relaxed_spec_role(task->methods[i], op);
        if (role == RELAXED_INSERT) {
            life *it = life_of(l, values, op->arg);
            it->in = i;
            it->in_call = op->call;
            it->in_ret = op->ret;
            it->inserts++;
        } else if (role == RELAXED_REMOVAL && lp_op_pending(op)) {
            l->may_be_gone = true;
        } else if (role == RELAXED_REMOVAL) {
            life *it = life_of(l, values, op->result);
            it->out = i;
            it->out_call = op->call;
            it->out_ret = op->ret;
            it->removals++;
        }
    }
    intern_free(values);
}

void lives_fini(lives *l)
{
    free(l->all);
}
