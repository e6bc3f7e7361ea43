// SPDX-License-Identifier: MIT
// Arithmetic: what may overflow is checked when it happens; what cannot is written as it is.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static int64_t added(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? (a < 0 ? INT64_MIN : INT64_MAX) : sum;
}

static int64_t negated(int64_t a)
{
    return a == INT64_MIN ? INT64_MAX : -a;
}

static void binary_bounds(const model *m, binary_op op, const expr *a, const expr *b, int64_t *low,
                          int64_t *high)
{
    int64_t from[2], to[2];
    code_bounds(m, a, &from[0], &to[0]);
    code_bounds(m, b, &from[1], &to[1]);
    bool open = from[0] == INT64_MIN || from[1] == INT64_MIN;
    *low = INT64_MIN;
    *high = INT64_MAX;
    if (op == OP_ADD) {
        *low = open ? INT64_MIN : added(from[0], from[1]);
        *high = to[0] == INT64_MAX || to[1] == INT64_MAX ? INT64_MAX : added(to[0], to[1]);
    } else if (op == OP_SUB) {
        *low =
            from[0] == INT64_MIN || to[1] == INT64_MAX ? INT64_MIN : added(from[0], negated(to[1]));
        *high =
            to[0] == INT64_MAX || from[1] == INT64_MIN ? INT64_MAX : added(to[0], negated(from[1]));
    } else if (op == OP_MUL && from[0] >= 0 && from[1] >= 0 && to[0] < INT32_MAX &&
               to[1] < INT32_MAX) {
        *low = from[0] * from[1];
        *high = to[0] * to[1];
    } else if ((op == OP_MOD || op == OP_BIT_AND) && from[0] >= 0 && from[1] >= 0) {
        *low = 0;
        *high = to[0];
    }
}

void code_bounds(const model *m, const expr *x, int64_t *low, int64_t *high)
{
    type t = x->type;
    *low = t.kind == TYPE_INT || t.kind == TYPE_ENUM ? type_lowest(t) : INT64_MIN;
    *high = t.kind == TYPE_INT || t.kind == TYPE_ENUM ? type_highest(t) : INT64_MAX;
    if (x->kind == EXPR_INT) {
        *low = *high = x->number;
    } else if (x->kind == EXPR_MINUS && x->a->kind == EXPR_INT) {
        *low = *high = -x->a->number;
    } else if (x->kind == EXPR_SEQ && x->a->type.kind == TYPE_SEQ) {
        *low = strcmp(x->name, "len") == 0 ? 0 : *low;
    } else if (x->kind == EXPR_SEQ && x->a->type.use == USE_VALUE) { // len
        *low = 0;
        *high = type_is_open_set(m, x->a->type) ? INT64_MAX : type_card(x->a->type.parts[0]);
    } else if (x->kind == EXPR_BINARY && x->op >= OP_ADD && t.kind == TYPE_INT) {
        binary_bounds(m, x->op, x->a, x->b, low, high);
    } else if (x->kind == EXPR_CONDITION && (t.kind == TYPE_INT || t.kind == TYPE_ENUM) &&
               !t.optional) {
        int64_t from[2], to[2];
        code_bounds(m, x->b, &from[0], &to[0]);
        code_bounds(m, x->c, &from[1], &to[1]);
        *low = from[0] < from[1] ? from[0] : from[1];
        *high = to[0] > to[1] ? to[0] : to[1];
    }
}

static piece shifted(coder *c, binary_op op, const char *a, piece by, const expr *b, uint32_t at)
{
    int64_t low, high;
    code_bounds(c->m, b, &low, &high);
    const char *bits = low >= 0 && high <= 31
                           ? code_in(c, by, LEVEL_UNARY)
                           : code_format(c, "lp_within(%s, 0, 31, %s)", by.text, code_where(c, at));
    return op == OP_LEFT ? (piece){code_format(c, "lp_multiply(%s, INT64_C(1) << %s, %s)", a, bits,
                                               code_where(c, at)),
                                   LEVEL_WORD}
                         : (piece){code_format(c, "%s >> %s", a, bits), LEVEL_SHIFT};
}

piece code_arithmetic(coder *c, binary_op op, const expr *a, const expr *b, uint32_t at)
{
    static const char *const signs[] = {[OP_ADD] = "+",     [OP_SUB] = "-",    [OP_MUL] = "*",
                                        [OP_BIT_AND] = "&", [OP_BIT_OR] = "|", [OP_BIT_XOR] = "^"};
    static const char *const checked[] = {
        [OP_ADD] = "lp_add", [OP_SUB] = "lp_subtract", [OP_MUL] = "lp_multiply"};
    int64_t low, high;
    const char *where = code_where(c, at);
    piece left = code_raw(c, a), right = code_raw(c, b);
    binary_bounds(c->m, op, a, b, &low, &high);
    bool known = low > INT64_MIN && high < INT64_MAX;
    switch (op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL: {
        level own = op == OP_MUL ? LEVEL_MULTIPLY : LEVEL_ADD;
        if (!known)
            return (piece){
                code_format(c, "%s(%s, %s, %s)", checked[op], left.text, right.text, where),
                LEVEL_WORD};
        return (piece){code_format(c, "%s %s %s", code_in(c, left, own), signs[op],
                                   code_in(c, right, own + 1)),
                       own};
    }
    case OP_DIV:
    case OP_MOD:
        c->uses |= USES_DIVISION;
        return (piece){code_format(c, "%s(%s, %s, %s)", op == OP_DIV ? "quotient" : "modulo",
                                   left.text, right.text, where),
                       LEVEL_WORD};
    case OP_LEFT:
    case OP_RIGHT:
        return shifted(c, op, op == OP_LEFT ? left.text : code_in(c, left, LEVEL_UNARY), right, b,
                       at);
    default:
        return (piece){code_format(c, "%s %s %s", code_in(c, left, LEVEL_UNARY), signs[op],
                                   code_in(c, right, LEVEL_UNARY)),
                       LEVEL_BITS};
    }
}
