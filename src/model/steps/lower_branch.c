// SPDX-License-Identifier: MIT
// Labels, and expressions of which only a part is evaluated.

#include "model/steps/lowering.h"

uint32_t label_new(lowering *l)
{
    return l->r->labels++;
}

void label_here(lowering *l, uint32_t label)
{
    lower_add(l, INSTR_LABEL, 0)->label = label;
}

void branch_unless(lowering *l, const expr *condition, uint32_t label, uint32_t first_temp)
{
    instr *i = lower_add(l, INSTR_BRANCH, condition->at);
    i->a = condition;
    i->label = label;
    i->clear_from = first_temp;
    i->clear_to = l->r->temp_count;
}

// a ? b : c, of which one is evaluated. `first` is a temporary, the first of them.
void lower_branches(lowering *l, const expr *x, slot first)
{
    const expr *parts[MODEL_MAX_PARTS];
    uint32_t otherwise = label_new(l), done = label_new(l), before = l->r->temp_count;
    const expr *condition = lower_value(l, x->a);
    branch_unless(l, condition, otherwise, before);
    for (int way = 0; way < 2; way++) {
        const expr *value = way ? x->c : x->b;
        if (way)
            label_here(l, otherwise);
        lower_parts(l, value, parts);
        for (uint32_t i = 0; i < type_width(x->type); i++)
            lower_move(l, (slot){SLOT_TEMP, first.index + i}, parts[i], value->at);
        if (!way)
            lower_add(l, INSTR_JUMP, x->at)->label = done;
    }
    label_here(l, done);
}

// a && b where b has accesses: b runs only if a holds. || likewise. `to` is a temporary.
void lower_shortcut(lowering *l, const expr *x, slot to)
{
    uint32_t done = label_new(l);
    lower_into(l, x->a, to);
    const expr *test = temp_expr(l, to);
    branch_unless(l, x->op == OP_OR ? not_expr(l, test, x->at) : test, done, l->r->temp_count);
    lower_into(l, x->b, to);
    label_here(l, done);
}
