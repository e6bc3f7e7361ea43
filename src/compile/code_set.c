// SPDX-License-Identifier: MIT
// Sets of finite types are bits of a uint64_t: item x is the bit of x's number among the values of
// its type.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static piece word(const char *said)
{
    return (piece){said, LEVEL_WORD};
}

static const char *set_type_name(coder *c, type item, uint32_t at)
{
    type *parts = model_allocate(c->m, sizeof *parts);
    parts[0] = item;
    return code_type(c, (type){.kind = TYPE_MASK, .part_count = 1, .parts = parts}, at);
}

piece code_item(coder *c, type item, const expr *x)
{
    return (piece){code_format(c, "(%s)1 << %s", set_type_name(c, item, x->at),
                               code_rank(c, item, code_value(c, x, item), x->at)),
                   LEVEL_SHIFT};
}

piece code_set_literal(coder *c, const expr *x)
{
    if (type_is_open_set(c->m, x->type))
        return code_open_literal(c, x);
    text t = {0};
    type item = x->type.parts[0];
    bool single = x->item_count == 1;
    code_type(c, x->type, x->at);
    for (uint32_t i = 0; i < x->item_count; i++)
        text_add(&t, single ? "%s%s" : "%s(%s)", i ? " | " : "",
                 code_item(c, item, x->items[i]).text);
    if (!x->item_count)
        text_add(&t, "0");
    return (piece){code_keep(c, &t), !x->item_count ? LEVEL_WORD
                                     : single       ? LEVEL_SHIFT
                                                    : LEVEL_BITS};
}

piece code_set_binary(coder *c, const expr *x)
{
    if (type_is_open_set(c->m, x->a->type))
        return code_open_binary(c, x);
    const char *a = code_in(c, code_raw(c, x->a), LEVEL_UNARY);
    const char *b = code_in(c, code_raw(c, x->b), LEVEL_UNARY);
    bool turned = x->op == OP_GT || x->op == OP_GE;
    const char *small = turned ? b : a, *large = turned ? a : b;
    switch (x->op) {
    case OP_BIT_OR:
        return (piece){code_format(c, "%s | %s", a, b), LEVEL_BITS};
    case OP_BIT_AND:
        return (piece){code_format(c, "%s & %s", a, b), LEVEL_BITS};
    case OP_BIT_XOR:
        return (piece){code_format(c, "%s ^ %s", a, b), LEVEL_BITS};
    case OP_SUB:
        return (piece){code_format(c, "%s & ~%s", a, b), LEVEL_BITS};
    case OP_EQ:
    case OP_NE:
        return (piece){code_format(c, "%s %s %s", a, x->op == OP_EQ ? "==" : "!=", b), LEVEL_EQUAL};
    case OP_LE:
    case OP_GE:
        return (piece){code_format(c, "(%s & ~%s) == 0", small, large), LEVEL_EQUAL};
    default:
        return (piece){code_format(c, "(%s & ~%s) == 0 && %s != %s", small, large, small, large),
                       LEVEL_AND};
    }
}

// x in reader: a part of an enum, or a range.
static piece in_type(coder *c, const expr *x)
{
    type t = x->b->type;
    const char *a = code_in(c, code_raw(c, x->a), LEVEL_SHIFT);
    if (type_is_supply(c->m, t)) {
        uint32_t first, count = type_supplies(c->s, t, &first);
        const char *name = c->s->supplies[first].name;
        if (count == 1)
            return (piece){code_format(c, "lp_id_supply(%s) == supply_%s", a, name), LEVEL_EQUAL};
        return (piece){code_format(c,
                                   "lp_id_supply(%s) >= supply_%s && lp_id_supply(%s) <= "
                                   "supply_%s",
                                   a, name, a, c->s->supplies[first + count - 1].name),
                       LEVEL_AND};
    }
    type own = x->a->type;
    text cond = {0};
    if (type_lowest(t) > type_lowest(own))
        text_add(&cond, "(int64_t)%s >= %lld", code_in(c, code_raw(c, x->a), LEVEL_UNARY),
                 (long long)type_lowest(t));
    if (type_highest(t) < type_highest(own))
        text_add(&cond, "%s(int64_t)%s <= %lld", cond.length ? " && " : "",
                 code_in(c, code_raw(c, x->a), LEVEL_UNARY), (long long)type_highest(t));
    if (!cond.length)
        text_add(&cond, "true");
    return (piece){code_keep(c, &cond), LEVEL_AND};
}

// Is the right side a constant of the file? Then there is a function for it.
static const method *constant_of(const coder *c, const expr *x)
{
    const method *f = x->kind == EXPR_CALL ? c->m->functions[x->index] : NULL;
    return f && f->is_constant && !f->param_count ? f : NULL;
}

static bool is_simple(const expr *x)
{
    return x->kind == EXPR_INT || x->kind == EXPR_BOOL || x->kind == EXPR_NONE ||
           x->kind == EXPR_LOCAL || x->kind == EXPR_SHARED;
}

piece code_membership(coder *c, const expr *x)
{
    if (x->b->kind == EXPR_NAME)
        return in_type(c, x);
    if (x->b->kind == EXPR_SET) {
        text t = {0};
        bool all = false; // are evaluated: one of them may fail
        for (uint32_t i = 1; i < x->b->item_count; i++)
            all |= !is_simple(x->b->items[i]);
        for (uint32_t i = 0; i < x->b->item_count; i++) {
            const expr equal = {.kind = EXPR_BINARY,
                                .op = OP_EQ,
                                .a = x->a,
                                .b = x->b->items[i],
                                .at = x->at,
                                .type = x->type};
            text_add(&t, all ? "%s(%s)" : "%s%s",
                     !i    ? ""
                     : all ? " | "
                           : " || ",
                     code_raw(c, &equal).text);
        }
        if (!t.length)
            text_add(&t, "false");
        return (piece){code_keep(c, &t), all                    ? LEVEL_BITS
                                         : x->b->item_count > 1 ? LEVEL_OR
                                                                : LEVEL_EQUAL};
    }
    type item = x->b->type.parts[0];
    if (type_is_open_set(c->m, x->b->type))
        return word(code_format(c, "has_%s(%s, %s)", code_open_set(c, x->b->type, x->at)->name,
                                code_raw(c, x->b).text, code_argument(c, x->a, item)));
    const method *f = constant_of(c, x->b);
    if (f)
        return word(code_format(c, "in_%s(%s)", f->name, code_argument(c, x->a, item)));
    return (piece){code_format(c, "(%s >> %s & 1) != 0", code_in(c, code_raw(c, x->b), LEVEL_UNARY),
                               code_rank(c, item, code_value(c, x->a, item), x->at)),
                   LEVEL_EQUAL};
}

piece code_set_operation(coder *c, const expr *x)
{
    if (x->a->type.kind == TYPE_SEQ)
        return code_seq_operation(c, x);
    if (type_is_open_set(c->m, x->a->type))
        return code_open_operation(c, x);
    const char *set = code_raw(c, x->a).text;
    if (strcmp(x->name, "len") == 0)
        return word(code_format(c, "__builtin_popcountll(%s)", set));
    if (strcmp(x->name, "empty") == 0)
        return (piece){code_format(c, "%s == 0", code_in(c, code_raw(c, x->a), LEVEL_UNARY)),
                       LEVEL_EQUAL};
    const expr in = {.kind = EXPR_IN, .a = x->items[0], .b = x->a, .at = x->at, .type = x->type};
    return code_membership(c, &in);
}
