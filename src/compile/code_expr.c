// SPDX-License-Identifier: MIT
// Expressions. Ints are of 64 bits, and what could leave them, or the range of the type that a
// value goes to, is asked for where that is not known from the types.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static piece word(const char *said)
{
    return (piece){said, LEVEL_WORD};
}

const char *code_in(coder *c, piece p, level least)
{
    return p.level < least ? code_format(c, "(%s)", p.text) : p.text;
}

const char *code_argument(coder *c, const expr *x, type want)
{
    return code_value(c, x, want).text;
}

static piece code_int(coder *c, const expr *x)
{
    if (x->type.kind == TYPE_ENUM)
        return word(code_format(c, "%s_%s", code_type(c, x->type, x->at),
                                c->m->enums[x->type.record]->items[x->number]));
    return (piece){code_format(c, "%lld", (long long)x->number),
                   x->number < 0 ? LEVEL_UNARY : LEVEL_WORD};
}

static piece code_self(coder *c, const expr *x)
{
    c->self = true;
    return word(code_format(c, "self->%s", code_member(c, x->name)));
}

static piece code_index(coder *c, const expr *x)
{
    if (is_open_array(c->m, x->a))
        return code_open_index(c, x);
    const variable *v = &c->m->shared[x->a->index];
    type index = v->index.kind == TYPE_UNIT
                     ? (type){.kind = TYPE_INT, .ranged = true, .high = v->length - 1}
                     : v->index;
    const char *rank = code_rank(c, index, code_value(c, x->b, index), x->b->at);
    return word(code_format(c, "%s[%s]", code_self(c, x->a).text, rank));
}

static piece code_held(coder *c, const expr *x)
{
    const char *where = code_where(c, x->at);
    if (type_is_supply(c->m, x->a->type)) {
        c->uses |= USES_HELD_ID;
        return word(code_format(c, "held_id(%s, %s)", code_raw(c, x->a).text, where));
    }
    coded_type *t = code_need(c, x->a->type, x->at, NEEDS_HELD);
    return word(code_format(c, "held_%s(%s, %s)", t->name, code_raw(c, x->a).text, where));
}

static piece code_call(coder *c, const expr *x)
{
    const method *f = c->m->functions[x->index];
    text t = {0};
    const char *comma = "";
    c->m->functions[x->index]->marks = true; // its value is asked for
    text_add(&t, "%s(", code_function_name(c, f->name));
    if (function_sees(f) && f->outer) { // see code_function
        text_add(&t, "self");
        c->self = true;
        comma = ", ";
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        type want = variable_type(&f->locals[at]);
        text_add(&t, "%s%s", comma, code_argument(c, x->items[i], want));
        comma = ", ";
        at += type_width(want);
    }
    text_add(&t, ")");
    return word(code_keep(c, &t));
}

static piece code_conditional(coder *c, const expr *x)
{
    return (piece){code_format(c, "(%s ? %s : %s)", code_in(c, code_raw(c, x->a), LEVEL_OR),
                               code_in(c, code_value(c, x->b, x->type), LEVEL_OR),
                               code_in(c, code_value(c, x->c, x->type), LEVEL_OR)),
                   LEVEL_WORD};
}

static piece code_tuple(coder *c, const expr *x)
{
    text t = {0};
    text_add(&t, "(%s){", code_type(c, x->type, x->at));
    for (uint32_t i = 0; i < x->item_count; i++)
        text_add(&t, "%s%s", i ? ", " : "", code_argument(c, x->items[i], x->type.parts[i]));
    text_add(&t, "}");
    return word(code_keep(c, &t));
}

// The type that both sides of a comparison are compared as.
static type common_type(const expr *a, const expr *b)
{
    type t = a->type.kind == TYPE_NONE || (a->kind == EXPR_TUPLE && b->kind != EXPR_TUPLE)
                 ? b->type
                 : a->type;
    t.optional = t.optional || a->type.optional || b->type.optional || a->type.kind == TYPE_NONE ||
                 b->type.kind == TYPE_NONE;
    return t;
}

piece code_compare(coder *c, binary_op op, type t, piece a, piece b, uint32_t at)
{
    static const char *const signs[] = {[OP_EQ] = "==", [OP_NE] = "!=", [OP_LT] = "<",
                                        [OP_LE] = "<=", [OP_GT] = ">",  [OP_GE] = ">="};
    level own = op == OP_EQ || op == OP_NE ? LEVEL_EQUAL : LEVEL_ORDER;
    if (t.use == USE_ANSWER)
        return (piece){code_format(c, "lp_compare_answers(%s, %s) %s 0", a.text, b.text, signs[op]),
                       own};
    if (type_is_supply(c->m, t) && (op == OP_EQ || op == OP_NE))
        return (piece){code_format(c, "%s.id %s %s%s", a.text, signs[op],
                                   strcmp(b.text, "LP_NO_ID") == 0 ? "0" : b.text,
                                   strcmp(b.text, "LP_NO_ID") == 0 ? "" : ".id"),
                       own};
    if (type_is_supply(c->m, t))
        return (piece){code_format(c, "lp_compare_ids(%s, %s) %s 0", a.text, b.text, signs[op]),
                       own};
    if (t.optional || t.kind == TYPE_TUPLE)
        return (piece){code_format(c, "compare_%s(%s, %s) %s 0",
                                   code_need(c, t, at, NEEDS_COMPARE)->name, a.text, b.text,
                                   signs[op]),
                       own};
    return (piece){code_format(c, "%s %s %s", code_in(c, a, LEVEL_SHIFT), signs[op],
                               code_in(c, b, LEVEL_SHIFT)),
                   own};
}

static piece code_binary(coder *c, const expr *x)
{
    if (x->op == OP_AND || x->op == OP_OR) {
        level own = x->op == OP_AND ? LEVEL_AND : LEVEL_OR;
        piece a = code_raw(c, x->a), b = code_raw(c, x->b);
        level least = LEVEL_BITS;
        const char *left = code_in(c, a, a.level == own ? own : least);
        return (piece){
            code_format(c, "%s %s %s", left, x->op == OP_AND ? "&&" : "||", code_in(c, b, least)),
            own};
    }
    if (x->a->type.kind == TYPE_MASK || x->b->type.kind == TYPE_MASK)
        return code_set_binary(c, x);
    if (x->op >= OP_ADD)
        return code_arithmetic(c, x->op, x->a, x->b, x->at);
    type t = common_type(x->a, x->b);
    return code_compare(c, x->op, t, code_converted(c, x->a, t), code_converted(c, x->b, t), x->at);
}

piece code_raw(coder *c, const expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
        return code_int(c, x);
    case EXPR_BOOL:
        return word(x->number ? "true" : "false");
    case EXPR_NONE:
        return word(x->type.kind == TYPE_NONE ? "LP_NO_ID" : code_zero(c, x->type));
    case EXPR_LOCAL:
        code_use(c, x->name, x->type);
        return word(code_local(c, x->name));
    case EXPR_SHARED:
        return code_self(c, x);
    case EXPR_ITEM:
        return word(
            code_format(c, "%s.%s", code_raw(c, x->a).text, code_part(c, x->a->type, x->index)));
    case EXPR_INDEX:
        return code_index(c, x);
    case EXPR_NOT:
        return (piece){code_format(c, "!%s", code_in(c, code_raw(c, x->a), LEVEL_UNARY)),
                       LEVEL_UNARY};
    case EXPR_MINUS: {
        const expr zero = {.kind = EXPR_INT, .at = x->at, .type = {.kind = TYPE_INT}};
        if (x->a->kind != EXPR_INT)
            return code_arithmetic(c, OP_SUB, &zero, x->a, x->at);
        return (piece){code_format(c, "-%lld", (long long)x->a->number), LEVEL_UNARY};
    }
    case EXPR_VALUE:
        return code_held(c, x);
    case EXPR_BINARY:
        return code_binary(c, x);
    case EXPR_CALL:
        return code_call(c, x);
    case EXPR_CONDITION:
        return code_conditional(c, x);
    case EXPR_TUPLE:
        return code_tuple(c, x);
    case EXPR_SET:
        return code_set_literal(c, x);
    case EXPR_IN:
        return code_membership(c, x);
    case EXPR_SEQ:
        return x->a->type.use == USE_MACHINE ? code_machine(c, x) : code_set_operation(c, x);
    case EXPR_BIND:
        return code_bind(c, x);
    default:
        code_fails(c, x->at, NULL, "this cannot be compiled");
        return word("0");
    }
}

// A value of a wider type, or no option, where another type is wanted.
piece code_converted(coder *c, const expr *x, type want)
{
    bool names = type_is_supply(c->m, want);
    if (x->kind == EXPR_NONE)
        return word(code_zero(c, want));
    if (want.kind == TYPE_TUPLE && x->kind == EXPR_TUPLE) {
        expr typed = *x;
        typed.type = want;
        return code_tuple(c, &typed);
    }
    if (want.kind == TYPE_TUPLE &&
        strcmp(code_type(c, want, x->at), code_type(c, x->type, x->at)) != 0)
        code_fails(c, x->at, "give both the same type", "this tuple is of another type in C");
    piece p = code_raw(c, x);
    if (want.optional && !x->type.optional && !names)
        return word(code_format(c, "(%s){true, %s}", code_type(c, want, x->at), p.text));
    return p;
}

static piece within(coder *c, piece p, type want, uint32_t at)
{
    int64_t low = type_lowest(want), high = type_highest(want);
    const char *most = high == INT64_MAX ? "INT64_MAX" : code_format(c, "%lld", (long long)high);
    const char *least = low == INT64_MIN ? "INT64_MIN" : code_format(c, "%lld", (long long)low);
    const char *cast = want.kind == TYPE_ENUM ? code_format(c, "(%s)", code_type(c, want, at)) : "";
    return (piece){
        code_format(c, "%slp_within(%s, %s, %s, %s)", cast, p.text, least, most, code_where(c, at)),
        *cast ? LEVEL_UNARY : LEVEL_WORD};
}

// An identifier where one of fewer supplies is wanted.
static piece of_supply(coder *c, const expr *x, piece p, type want)
{
    uint32_t first, from, count = type_supplies(c->s, want, &first);
    uint32_t have = type_supplies(c->s, x->type, &from);
    if (x->kind == EXPR_NONE || (from >= first && from + have <= first + count))
        return p;
    c->as_supply[first][first + count - 1] = true;
    return word(code_format(
        c, "as_%s%s(%s, %s)", c->s->supplies[first].name,
        count > 1 ? code_format(c, "_to_%s", c->s->supplies[first + count - 1].name) : "", p.text,
        code_where(c, x->at)));
}

piece code_value(coder *c, const expr *x, type want)
{
    piece p = code_converted(c, x, want);
    if (type_is_supply(c->m, want))
        return of_supply(c, x, p, want);
    if (want.kind != TYPE_INT && want.kind != TYPE_ENUM)
        return p;
    int64_t low, high;
    code_bounds(c->m, x, &low, &high);
    if (x->kind == EXPR_NONE || (low >= type_lowest(want) && high <= type_highest(want)))
        return p;
    if (!want.optional)
        return within(c, p, want, x->at);
    if (x->type.optional) {
        code_fails(c, x->at, "give both the same range", "this option has a wider range");
        return p;
    }
    type plain = want;
    plain.optional = false;
    return word(code_format(c, "(%s){true, %s}", code_type(c, want, x->at),
                            within(c, code_raw(c, x), plain, x->at).text));
}
