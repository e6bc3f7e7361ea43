// SPDX-License-Identifier: MIT
// Messages: numbers, of which the contents are the digits. See message_kind in ast.h.

#include "model/steps/lower_rank.h"
#include "model/syntax/finite_type.h"

static const expr *lower_constructor(lowering *l, const expr *x, const message_kind *k)
{
    const expr *rank = NULL;
    for (uint32_t i = 0; i < k->param_count; i++) {
        const expr *cells[MODEL_MAX_PARTS];
        type t = k->params[i].type;
        lower_parts(l, x->items[i], cells);
        const expr *digit = rank_of(l, t, cells, x->at), *radix = int_expr(l, type_card(t));
        rank =
            rank ? int_op(l, OP_ADD, int_op(l, OP_MUL, rank, radix, x->at), digit, x->at) : digit;
    }
    return rank ? plus_expr(l, rank, k->base, x->at) : int_expr(l, k->base);
}

static void lower_content(lowering *l, const expr *x, const message_kind *k, const expr **out)
{
    const expr *rank = plus_expr(l, lower_value(l, x->a), -(int64_t)k->base, x->at);
    uint32_t below = 1, which = (uint32_t)x->number;
    for (uint32_t i = which + 1; i < k->param_count; i++)
        below *= type_card(k->params[i].type);
    if (below > 1)
        rank = int_op(l, OP_DIV, rank, int_expr(l, below), x->at);
    if (which)
        rank = int_op(l, OP_MOD, rank, int_expr(l, type_card(k->params[which].type)), x->at);
    unrank(l, k->params[which].type, held_expr(l, rank), out, x->at);
}

void lower_message(lowering *l, const expr *x, const expr **out)
{
    const message_kind *k = &l->p->model->messages[x->index];
    if (x->kind == EXPR_MESSAGE) {
        out[0] = lower_constructor(l, x, k);
    } else if (x->kind == EXPR_CONTENT) {
        lower_content(l, x, k, out);
    } else {
        const expr *a = held_expr(l, lower_value(l, x->a));
        out[0] = binary_expr(
            l, OP_AND, binary_expr(l, OP_GE, a, int_expr(l, k->base), x->at),
            binary_expr(l, OP_LT, a, int_expr(l, (int64_t)k->base + k->count), x->at), x->at);
    }
}
