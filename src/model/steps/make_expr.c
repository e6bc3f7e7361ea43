// SPDX-License-Identifier: MIT
// Expressions that lowering makes. They belong to the program.

#include "model/steps/lowering.h"

#include <string.h>

expr *made_expr(lowering *l, expr_kind kind, uint32_t at, type t)
{
    expr *x = model_allocate(l->p->scratch, sizeof *x);
    *x = (expr){.kind = kind, .at = at, .type = t};
    return x;
}

// The tree of the model is not written to: what is made here owns nothing.
void set_operands(expr *x, const expr *a, const expr *b)
{
    memcpy(&x->a, &a, sizeof a);
    memcpy(&x->b, &b, sizeof b);
}

const expr *temp_expr(lowering *l, slot s)
{
    expr *x = made_expr(l, EXPR_TEMP, 0, l->r->temps[s.index].type);
    x->index = s.index;
    return x;
}

const expr *int_expr(lowering *l, int64_t number)
{
    expr *x = made_expr(l, EXPR_INT, 0, (type){.kind = TYPE_INT});
    x->number = number;
    return x;
}

const expr *arithmetic_expr(lowering *l, const expr *like, const expr *a, const expr *b)
{
    expr *x = made_expr(l, like->kind, like->at, like->type);
    x->op = like->op;
    set_operands(x, a, b);
    return x;
}

const expr *binary_expr(lowering *l, binary_op op, const expr *a, const expr *b, uint32_t at)
{
    expr *x = made_expr(l, EXPR_BINARY, at, (type){.kind = TYPE_BOOL});
    x->op = op;
    set_operands(x, a, b);
    return x;
}

const expr *not_expr(lowering *l, const expr *a, uint32_t at)
{
    expr *x = made_expr(l, EXPR_NOT, at, (type){.kind = TYPE_BOOL});
    set_operands(x, a, NULL);
    return x;
}

const expr *condition_expr(lowering *l, const expr *a, const expr *b, const expr *c)
{
    expr *x = made_expr(l, EXPR_CONDITION, a->at, b->type);
    set_operands(x, a, b);
    memcpy(&x->c, &c, sizeof c);
    return x;
}

const expr *none_expr(lowering *l, type t)
{
    return made_expr(l, EXPR_NONE, 0, t);
}

const expr *extreme_expr(lowering *l, const expr *a, uint32_t at)
{
    expr *x = made_expr(l, EXPR_VALUE, at, a->type);
    set_operands(x, a, NULL);
    x->of_set = true;
    return x;
}
