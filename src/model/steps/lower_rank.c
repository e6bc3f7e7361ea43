// SPDX-License-Identifier: MIT
// Ranks of values and bits of sets, as expressions: see finite_type.h.

#include "model/steps/lower_rank.h"

#include "model/syntax/finite_type.h"

static const type int_type = {.kind = TYPE_INT};

const expr *int_op(lowering *l, binary_op op, const expr *a, const expr *b, uint32_t at)
{
    expr *x = made_expr(l, EXPR_BINARY, at, int_type);
    x->op = op;
    x->exact = true;
    set_operands(x, a, b);
    return x;
}

const expr *plus_expr(lowering *l, const expr *a, int64_t n, uint32_t at)
{
    return n ? int_op(l, OP_ADD, a, int_expr(l, n), at) : a;
}

// What is used more than once is computed once.
const expr *held_expr(lowering *l, const expr *x)
{
    if (x->kind == EXPR_INT || x->kind == EXPR_TEMP)
        return x;
    slot s = temp_new(l, int_type);
    lower_move(l, s, x, x->at);
    return temp_expr(l, s);
}

void hold_parts(lowering *l, const expr **parts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        parts[i] = held_expr(l, parts[i]);
}

const expr *rank_of(lowering *l, type t, const expr *const *cells, uint32_t at)
{
    if (t.kind == TYPE_TUPLE) {
        const expr *rank = NULL;
        for (uint32_t i = 0; i < t.part_count; i++) {
            const expr *digit = rank_of(l, t.parts[i], cells + tuple_offset(t, i), at),
                       *radix = int_expr(l, type_card(t.parts[i]));
            rank = rank ? int_op(l, OP_ADD, int_op(l, OP_MUL, rank, radix, at), digit, at) : digit;
        }
        return rank;
    }
    int64_t low = t.ranged ? t.low : 0;
    const expr *value = lower_fit(l, cells[0], t);
    if (value != cells[0]) // it is looked at where the rank is wanted
        ((expr *)(uintptr_t)value)->at = at;
    if (!t.optional)
        return plus_expr(l, value, -low, at);
    value = held_expr(l, value);
    return condition_expr(l, binary_expr(l, OP_EQ, value, none_expr(l, t), at), int_expr(l, 0),
                          plus_expr(l, value, 1 - low, at));
}

const expr *lower_rank(lowering *l, const expr *x, type t)
{
    const expr *cells[MODEL_MAX_PARTS];
    if (t.kind == TYPE_UNIT)
        return lower_value(l, x);
    lower_parts(l, x, cells);
    return rank_of(l, t, cells, x->at);
}

// The cells of the value with this rank.
void unrank(lowering *l, type t, const expr *rank, const expr **out, uint32_t at)
{
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = t.part_count - 1; i > 0; i--) {
            const expr *radix = int_expr(l, type_card(t.parts[i]));
            rank = held_expr(l, rank);
            unrank(l, t.parts[i], held_expr(l, int_op(l, OP_MOD, rank, radix, at)),
                   out + tuple_offset(t, i), at);
            rank = int_op(l, OP_DIV, rank, radix, at);
        }
        unrank(l, t.parts[0], held_expr(l, rank), out, at);
        return;
    }
    int64_t low = t.ranged ? t.low : 0;
    out[0] = plus_expr(l, rank, low, at);
    if (t.optional)
        out[0] = condition_expr(l, binary_expr(l, OP_EQ, rank, int_expr(l, 0), at), none_expr(l, t),
                                plus_expr(l, rank, low - 1, at));
}

// 1 where the set has the value with this rank, else 0.
const expr *bit_of(lowering *l, const expr *const *parts, uint32_t width, const expr *rank,
                   uint32_t at)
{
    const expr *found = NULL;
    for (uint32_t i = width; i-- > 0;) {
        const expr *shifted =
            int_op(l, OP_RIGHT, parts[i], plus_expr(l, rank, -(int64_t)i * MASK_BITS, at), at);
        const expr *one = int_op(l, OP_BIT_AND, shifted, int_expr(l, 1), at);
        const expr *here =
            binary_expr(l, OP_LT, rank, int_expr(l, (int64_t)(i + 1) * MASK_BITS), at);
        found = found ? condition_expr(l, here, one, found) : one;
    }
    return found;
}

// What this cell is of the set of the one value with this rank.
const expr *bit_at(lowering *l, uint32_t cell, uint32_t width, const expr *rank, uint32_t at)
{
    const expr *within = plus_expr(l, rank, -(int64_t)cell * MASK_BITS, at);
    const expr *bit = int_op(l, OP_LEFT, int_expr(l, 1), within, at);
    if (width == 1)
        return bit;
    const expr *low = binary_expr(l, OP_GE, rank, int_expr(l, (int64_t)cell * MASK_BITS), at);
    const expr *high =
        binary_expr(l, OP_LT, rank, int_expr(l, (int64_t)(cell + 1) * MASK_BITS), at);
    return condition_expr(l, binary_expr(l, OP_AND, low, high, at), bit, int_expr(l, 0));
}

const expr *count_bits(lowering *l, const expr *x, uint32_t at)
{
    expr *count = made_expr(l, EXPR_COUNT, at, int_type);
    set_operands(count, x, NULL);
    return count;
}
