// SPDX-License-Identifier: MIT
// Expressions: ?: || && | ^ & == < << + * unary postfix, in that order, as in C.

#include "model/syntax/parser.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *sign;
    binary_op op;
    int level;
} operators[] = {
    {"||", OP_OR, 1},     {"&&", OP_AND, 2}, {"|", OP_BIT_OR, 3}, {"^", OP_BIT_XOR, 4},
    {"&", OP_BIT_AND, 5}, {"==", OP_EQ, 6},  {"!=", OP_NE, 6},    {"<=", OP_LE, 7},
    {">=", OP_GE, 7},     {"<", OP_LT, 7},   {">", OP_GT, 7},     {"<<", OP_LEFT, 8},
    {">>", OP_RIGHT, 8},  {"+", OP_ADD, 9},  {"-", OP_SUB, 9},    {"*", OP_MUL, 10},
    {"/", OP_DIV, 10},    {"%", OP_MOD, 10},
};
enum {
    OPERATORS = sizeof operators / sizeof *operators,
    UNARY_LEVEL = 11,
    COMPARE_LEVEL = 7,
    BITS_LEVEL = 3
};

static uint32_t deeper(uint32_t depth, const expr *e)
{
    return e && e->depth > depth ? e->depth : depth;
}

// Left-associative chains nest without recursion here, but later passes recurse.
expr *expr_finish(parser *p, expr *x)
{
    uint32_t depth = deeper(deeper(deeper(0, x->a), x->b), x->c);
    for (uint32_t i = 0; i < x->binder_count; i++)
        depth = deeper(depth, x->binders[i].domain);
    for (uint32_t i = 0; i < x->item_count; i++)
        depth = deeper(depth, x->items[i]);
    x->depth = depth + 1;
    x->end = parser_end(p);
    if (x->depth <= MODEL_MAX_DEPTH)
        return x;
    source_error(p->s, p->e, x->at, "give parts of it names, or write forall, exists or a loop",
                 "this expression is nested deeper than %d levels", MODEL_MAX_DEPTH);
    return NULL;
}

expr *expr_make(parser *p, expr_kind kind, uint32_t at)
{
    expr *x = model_allocate(p->m, sizeof *x);
    x->kind = kind;
    x->at = at;
    return x;
}

bool parse_items(parser *p, const char *close, expr *x)
{
    expr **items = NULL;
    uint32_t count = 0, capacity = 0;
    bool ok = true;
    while (ok && !parser_at(p, close)) {
        if (count && !parser_expect(p, ",", "between two values")) {
            ok = false;
            break;
        }
        expr *item = parse_expr(p);
        ok = item != NULL;
        MEMORY_GROW(items, capacity, count + 1);
        items[count++] = item;
    }
    ok = ok && parser_expect(p, close, "after the values");
    if (ok && count) {
        x->items = model_allocate(p->m, count * sizeof *items);
        memcpy(x->items, items, count * sizeof *items);
        x->item_count = count;
    }
    free(items);
    return ok;
}

// (a), or a tuple: (a, b).
bool parse_more(parser *p, const char *close, expr *x, expr *first)
{
    if (!parse_items(p, close, x))
        return false;
    expr **items = model_allocate(p->m, (x->item_count + 1) * sizeof *items);
    items[0] = first;
    for (uint32_t i = 0; i < x->item_count; i++)
        items[i + 1] = x->items[i];
    x->items = items;
    x->item_count++;
    return true;
}

static expr *parse_paren(parser *p, uint32_t at)
{
    expr *first = parse_expr(p);
    if (!first || !parser_at(p, ","))
        return first && parser_expect(p, ")", "after the expression") ? first : NULL;
    expr *x = expr_make(p, EXPR_TUPLE, at);
    p->t++;
    if (!parse_more(p, ")", x, first))
        return NULL;
    if (x->item_count >= 2 && x->item_count <= MODEL_MAX_PARTS)
        return expr_finish(p, x);
    source_error(p->s, p->e, at, NULL, "a tuple has 2 to %d parts", MODEL_MAX_PARTS);
    return NULL;
}

static expr *parse_call(parser *p, uint32_t at)
{
    expr *x = expr_make(p, EXPR_CALL, at);
    x->name = parser_name(p, "function", NULL);
    p->t++;
    return parse_items(p, ")", x) ? expr_finish(p, x) : NULL;
}

// A model may have a function min of its own.
static bool function_called(const parser *p)
{
    for (uint32_t i = 0; i < p->m->function_count; i++)
        if (p->m->functions[i]->name && token_is(p->s, p->t, p->m->functions[i]->name))
            return true;
    for (uint32_t i = 0; i < p->m->procedure_count; i++)
        if (p->m->procedures[i]->name && token_is(p->s, p->t, p->m->procedures[i]->name))
            return true;
    return false;
}

static const struct {
    const char *word;
    bind_kind kind;
    bool call; // min(…)
} binding[] = {{"forall", BIND_ALL, false},
               {"exists", BIND_ANY, false},
               {"min", BIND_LEAST, true},
               {"max", BIND_MOST, true},
               {"majorities", BIND_MAJORITIES, true}};

// forall x in, min(: else it is a name like others.
static bool binding_ahead(const parser *p, bool call)
{
    if (call)
        return token_is(p->s, &p->t[1], "(") && !function_called(p);
    return p->t[1].kind == TOKEN_NAME && token_is(p->s, &p->t[2], "in");
}

// Long: one case for each way a value begins.
static expr *parse_primary(parser *p)
{
    const token *t = p->t;
    expr *x;
    if (t->kind == TOKEN_NUMBER) {
        p->t++;
        x = expr_make(p, EXPR_INT, t->at);
        x->number = t->number;
        return expr_finish(p, x);
    }
    if (parser_take(p, "("))
        return parse_paren(p, t->at);
    if (parser_take(p, "cas"))
        return parse_cas(p, t->at);
    if (parser_take_call(p, "dcas"))
        return parse_dcas(p, t->at);
    if (parser_take_call(p, "swap"))
        return parse_two(p, EXPR_SWAP, t->at);
    if (parser_take_call(p, "faa"))
        return parse_two(p, EXPR_FAA, t->at);
    if (parser_take_call(p, "sc"))
        return parse_two(p, EXPR_SC, t->at);
    if (parser_take_call(p, "ll"))
        return parse_one(p, EXPR_LL, "after ll", "after the place", t->at);
    if (parser_take_call(p, "value"))
        return parse_one(p, EXPR_VALUE, "after value", "after the option", t->at);
    if (parser_take_call(p, "choose"))
        return parse_choose_call(p, t->at);
    if (parser_call(p, "acyclic") || parser_call(p, "sorted") || parser_call(p, "reaches"))
        return parse_shape(p, t->at);
    if (parser_at(p, "{"))
        return parse_set(p);
    for (size_t i = 0; i < sizeof binding / sizeof *binding; i++)
        if (parser_at(p, binding[i].word) && binding_ahead(p, binding[i].call)) {
            if (!binding[i].call)
                parser_role(p, ROLE_WORD);
            p->t++;
            return binding[i].kind == BIND_MAJORITIES ? parse_majorities(p)
                   : binding[i].call                  ? parse_extreme(p, binding[i].kind)
                                                      : parse_quantifier(p, binding[i].kind);
        }
    if (parser_take_call(p, "closure"))
        return parse_one(p, EXPR_CLOSURE, "after closure", "after the relation", t->at);
    if (t->kind == TOKEN_NAME && token_is(p->s, &t[1], "("))
        return parse_call(p, t->at);
    if (t->kind == TOKEN_NAME) {
        x = expr_make(p, EXPR_NAME, t->at);
        x->name = parser_name(p, "variable", NULL);
        return expr_finish(p, x);
    }
    if (parser_take(p, "new")) {
        x = expr_make(p, EXPR_NEW, t->at);
        if (!(x->name = parser_name(p, "struct", NULL)) ||
            !parser_expect(p, "{", "after the struct's name") || !parse_items(p, "}", x))
            return NULL;
        return expr_finish(p, x);
    }
    if (parser_take(p, "null"))
        return expr_finish(p, expr_make(p, EXPR_NULL, t->at));
    if (parser_take(p, "none"))
        return expr_finish(p, expr_make(p, EXPR_NONE, t->at));
    if (parser_at(p, "true") || parser_at(p, "false")) {
        x = expr_make(p, EXPR_BOOL, t->at);
        x->number = parser_at(p, "true");
        p->t++;
        return expr_finish(p, x);
    }
    if (t->kind == TOKEN_END)
        source_error(p->s, p->e, t->at, NULL, "the file ends where a value is expected");
    else
        source_error(
            p->s, p->e, t->at, "a value is a number, a name, null, none, cas(…), new T{…} or (…)",
            "a value is expected here, not %.*s", (int)(t->end - t->at), p->s->bytes + t->at);
    return NULL;
}

// Part of a tuple: t.0.
static expr *parse_item(parser *p, expr *tuple)
{
    expr *x = expr_make(p, EXPR_ITEM, tuple->at);
    x->a = tuple;
    x->name_at = p->t->at;
    x->index = p->t->number < MODEL_MAX_PARTS ? (uint32_t)p->t->number : MODEL_MAX_PARTS;
    p->t++;
    return expr_finish(p, x);
}

expr *parse_postfix(parser *p)
{
    expr *x = parse_primary(p);
    while (x && (parser_at(p, ".") || (parser_at(p, "->") && !p->temporal) || parser_at(p, "[") ||
                 parser_at(p, "'"))) {
        if (parser_at(p, "'")) {
            x = parse_prime(p, x);
            continue;
        }
        if (parser_take(p, "[")) {
            expr *item = expr_make(p, EXPR_INDEX, x->at);
            item->a = x;
            if (!(item->b = parse_expr(p)) || !parser_expect(p, "]", "after the index"))
                return NULL;
            x = expr_finish(p, item);
            continue;
        }
        if (parser_at(p, "->")) {
            source_error(p->s, p->e, p->t->at, "write p.next", "fields are reached with a dot");
            return NULL;
        }
        p->t++;
        if (p->t->kind == TOKEN_NUMBER) {
            x = parse_item(p, x);
            continue;
        }
        expr *field = expr_make(p, EXPR_FIELD, x->at);
        field->a = x;
        if (!(field->name = parser_name(p, "field", &field->name_at)))
            return NULL;
        if (parser_take(p, "(")) {
            field->kind = EXPR_SEQ;
            if (!parse_items(p, ")", field))
                return NULL;
        }
        x = expr_finish(p, field);
    }
    return x;
}

// ~a is a with all bits turned over: a ^ -1.
static expr *parse_complement(parser *p, expr *x)
{
    expr *ones = expr_make(p, EXPR_INT, x->at);
    ones->number = -1;
    ones->depth = 1;
    x->kind = EXPR_BINARY;
    x->op = OP_BIT_XOR;
    x->b = ones;
    return expr_finish(p, x);
}

static expr *parse_unary(parser *p)
{
    bool complement = parser_at(p, "~");
    if (!parser_at(p, "!") && !parser_at(p, "-") && !complement)
        return parse_postfix(p);
    if (!parser_enter(p))
        return NULL;
    parser_role(p, ROLE_UNARY);
    expr *x = expr_make(p, parser_at(p, "!") ? EXPR_NOT : EXPR_MINUS, p->t->at);
    p->t++;
    x->a = parse_unary(p);
    parser_leave(p);
    return !x->a ? NULL : complement ? parse_complement(p, x) : expr_finish(p, x);
}

// >> is two tokens without anything between them. So are <> and <-> in a formula, which are not <.
static bool take_operator(parser *p, const char *sign)
{
    if (p->temporal && strcmp(sign, "<") == 0 && p->t[1].at == p->t->end &&
        (token_is(p->s, &p->t[1], ">") || token_is(p->s, &p->t[1], "->")))
        return false;
    if (strcmp(sign, ">>") != 0)
        return parser_take(p, sign);
    if (!parser_at(p, ">") || !token_is(p->s, &p->t[1], ">") || p->t[1].at != p->t->end)
        return false;
    p->t++;
    parser_role(p, ROLE_GLUE);
    p->t++;
    return true;
}

static expr *parse_level(parser *p, int level);

expr *parse_operand(parser *p)
{
    return parse_level(p, BITS_LEVEL);
}

// a in S: all that makes a set of sets binds tighter on the right, && and || do not.
static expr *parse_in(parser *p, expr *item)
{
    expr *x = expr_make(p, EXPR_IN, item->at);
    parser_role(p, ROLE_WORD);
    p->t++;
    x->a = item;
    return (x->b = parse_operand(p)) ? expr_finish(p, x) : NULL;
}

static expr *parse_level(parser *p, int level)
{
    expr *x = level == UNARY_LEVEL ? parse_unary(p) : parse_level(p, level + 1);
    while (x && level < UNARY_LEVEL) {
        size_t k = 0;
        while (k < OPERATORS &&
               !(operators[k].level == level && take_operator(p, operators[k].sign)))
            k++;
        if (k == OPERATORS && level == COMPARE_LEVEL && parser_at(p, "in")) {
            x = parse_in(p, x);
            continue;
        }
        if (k == OPERATORS)
            break;
        expr *binary = expr_make(p, EXPR_BINARY, x->at);
        binary->op = operators[k].op;
        binary->a = x;
        binary->b = parse_level(p, level + 1);
        x = binary->b ? expr_finish(p, binary) : NULL;
    }
    return x;
}

static expr *parse_condition(parser *p, expr *condition)
{
    expr *x = expr_make(p, EXPR_CONDITION, condition->at);
    x->a = condition;
    if (!(x->b = parse_expr(p)) ||
        !parser_expect(p, ":", "between the two values of a conditional expression") ||
        !(x->c = parse_expr(p)))
        return NULL;
    return expr_finish(p, x);
}

expr *parse_expr(parser *p)
{
    if (!parser_enter(p))
        return NULL;
    expr *x = parse_level(p, 1);
    if (x && parser_take(p, "?"))
        x = parse_condition(p, x);
    parser_leave(p);
    return x;
}

expr *parse_update(parser *p, uint32_t at)
{
    expr *x = expr_make(p, EXPR_BINARY, at);
    for (size_t k = 0; k < OPERATORS; k++)
        if (p->s->bytes[p->t->at] == operators[k].sign[0] && operators[k].sign[1] == 0)
            x->op = operators[k].op;
    p->t++;
    x->b = parse_expr(p);
    return x->b ? expr_finish(p, x) : NULL;
}
