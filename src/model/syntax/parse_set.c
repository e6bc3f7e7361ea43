// SPDX-License-Identifier: MIT
// Sets of finite types, and what is said of their items:
//     {a, b}   {x in S : P}   {E : x in S, y in T : P}
//     forall x in S, y in T : P   exists x in S : P
//     min(S)   max(S)   min(E : x in S : P)   max(E : x in S : P)   majorities(S)

#include "model/syntax/finite_type.h"
#include "model/syntax/parser.h"

static bool add_binder(parser *p, expr *x, binder b)
{
    if (x->binder_count == MODEL_MAX_ARGS)
        return source_error(p->s, p->e, b.at, NULL, "there are more than %d variables here",
                            MODEL_MAX_ARGS);
    if (!x->binders)
        x->binders = model_allocate(p->m, MODEL_MAX_ARGS * sizeof *x->binders);
    x->binders[x->binder_count++] = b;
    return true;
}

static bool range_ahead(const parser *p, const token *t)
{
    t += token_is(p->s, t, "-");
    return (t->kind == TOKEN_NUMBER || t->kind == TOKEN_NAME) && token_is(p->s, &t[1], "..");
}

// A type that is more than a name.
static bool written_type_ahead(const parser *p, const token *t)
{
    return token_is(p->s, t, "bool") || token_is(p->s, t, "int") ||
           (token_is(p->s, t, "set") && token_is(p->s, &t[1], "<"));
}

// A set, a type, or a range: 0..3.
static bool parse_domain(parser *p, binder *b)
{
    bool range = range_ahead(p, p->t);
    if (!range && !written_type_ahead(p, p->t))
        return (b->domain = parse_operand(p)) != NULL;
    if (!range)
        return parse_type(p, &b->type) &&
               (type_card(b->type) || source_error(p->s, p->e, b->at, "for example: int 0..3",
                                                   "there are too many ints"));
    uint32_t at = p->t->at;
    b->type = (type){.kind = TYPE_INT, .ranged = true, .at = at};
    if (!parse_number(p, &b->type.low) || !parser_expect(p, "..", "between the bounds") ||
        !parse_number(p, &b->type.high))
        return false;
    return (b->type.low <= b->type.high && type_card(b->type)) ||
           source_error(p->s, p->e, at, "for example: 0..3",
                        b->type.low > b->type.high ? "the range is empty"
                                                   : "the range is too large");
}

// x in S, y in T
static bool parse_binders(parser *p, expr *x)
{
    do {
        binder b = {0};
        if (!(b.name = parser_name(p, "variable", &b.at)))
            return false;
        parser_role(p, ROLE_WORD);
        if (!parser_expect(p, "in", "after the variable") || !parse_domain(p, &b) ||
            !add_binder(p, x, b))
            return false;
    } while (parser_take(p, ","));
    return true;
}

expr *parse_quantifier(parser *p, bind_kind kind)
{
    expr *x = expr_make(p, EXPR_BIND, p->t[-1].at);
    x->bind = kind;
    if (!parse_binders(p, x) || !parser_expect(p, ":", "before what is said of them") ||
        !(x->a = parse_expr(p)))
        return NULL;
    return expr_finish(p, x);
}

// E : x in S : P, of which E is there already; up to the closing sign.
static bool parse_made(parser *p, expr *x)
{
    return parse_binders(p, x) && (!parser_take(p, ":") || (x->b = parse_expr(p)));
}

expr *parse_extreme(parser *p, bind_kind kind)
{
    expr *x = expr_make(p, EXPR_BIND, p->t[-1].at);
    x->bind = kind;
    p->t++;
    if (!(x->a = parse_expr(p)))
        return NULL;
    if (!parser_take(p, ":")) { // of a set: its items. No name of a model is empty.
        binder items = {.name = "", .at = x->a->at, .domain = x->a};
        if (!add_binder(p, x, items))
            return NULL;
        x->a = expr_make(p, EXPR_NAME, x->a->at);
        x->a->name = "";
        x->a->depth = 1;
    } else if (!parse_made(p, x)) {
        return NULL;
    }
    return parser_expect(p, ")", "after what is compared") ? expr_finish(p, x) : NULL;
}

expr *parse_majorities(parser *p)
{
    expr *x = expr_make(p, EXPR_BIND, p->t[-1].at);
    binder all = {.name = "", .at = p->t[1].at};
    x->bind = BIND_MAJORITIES;
    p->t++;
    return parse_domain(p, &all) && add_binder(p, x, all) &&
                   parser_expect(p, ")", "after what the majorities are of")
               ? expr_finish(p, x)
               : NULL;
}

// The first item has been read, and a colon stands after it.
static expr *parse_comprehension(parser *p, expr *first, uint32_t at)
{
    expr *x = expr_make(p, EXPR_BIND, at);
    p->t++;
    if (first->kind == EXPR_IN && first->a->kind == EXPR_NAME) {
        x->bind = BIND_FILTER;
        binder b = {.name = first->a->name, .at = first->a->at, .domain = first->b};
        if (!add_binder(p, x, b) || !(x->a = parse_expr(p)))
            return NULL;
    } else {
        x->bind = BIND_MAP;
        x->a = first;
        if (!parse_made(p, x))
            return NULL;
    }
    return parser_expect(p, "}", "after the set") ? expr_finish(p, x) : NULL;
}

// {x in 0..3 : P}, or another domain that is no expression.
static expr *parse_filter(parser *p, expr *x)
{
    x->kind = EXPR_BIND;
    x->bind = BIND_FILTER;
    return parse_binders(p, x) && parser_expect(p, ":", "before what is said of them") &&
                   (x->a = parse_expr(p)) && parser_expect(p, "}", "after the set")
               ? expr_finish(p, x)
               : NULL;
}

expr *parse_set(parser *p)
{
    uint32_t at = p->t->at;
    expr *x = expr_make(p, EXPR_SET, at);
    parser_role(p, ROLE_SET);
    p->t++;
    if (parser_take(p, "}"))
        return expr_finish(p, x);
    bool bound = p->t->kind == TOKEN_NAME && token_is(p->s, &p->t[1], "in");
    if (bound && (range_ahead(p, &p->t[2]) || written_type_ahead(p, &p->t[2])))
        return parse_filter(p, x);
    expr *first = parse_expr(p);
    if (!first || parser_at(p, ":"))
        return first ? parse_comprehension(p, first, at) : NULL;
    if (!parser_at(p, "}") && !parser_expect(p, ",", "between two values"))
        return NULL;
    return parse_more(p, "}", x, first) ? expr_finish(p, x) : NULL;
}

expr *parse_list(parser *p)
{
    expr *x = expr_make(p, EXPR_LIST, p->t->at);
    return parser_expect(p, "{", "before what the array holds") && parse_items(p, "}", x)
               ? expr_finish(p, x)
               : NULL;
}
