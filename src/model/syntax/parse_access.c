// SPDX-License-Identifier: MIT
// What acts on a place at once, what is chosen, and the shapes of the heap: cas(…), choose(…),
// acyclic(…).

#include "model/syntax/parser.h"

expr *parse_cas(parser *p, uint32_t at)
{
    expr *x = expr_make(p, EXPR_CAS, at);
    if (!parser_expect(p, "(", "after cas") || !(x->a = parse_expr(p)) ||
        !parser_expect(p, ",", "after what cas changes") || !(x->b = parse_expr(p)) ||
        !parser_expect(p, ",", "after the expected value") || !(x->c = parse_expr(p)) ||
        !parser_expect(p, ")", "after the new value"))
        return NULL;
    return expr_finish(p, x);
}

// swap(place, new) and faa(place, by).
expr *parse_two(parser *p, expr_kind kind, uint32_t at)
{
    expr *x = expr_make(p, kind, at);
    if (!parser_expect(p, "(", "before the place") || !(x->a = parse_expr(p)) ||
        !parser_expect(p, ",", "after the place") || !(x->b = parse_expr(p)) ||
        !parser_expect(p, ")", "after the value"))
        return NULL;
    return expr_finish(p, x);
}

expr *parse_dcas(parser *p, uint32_t at)
{
    expr *x = expr_make(p, EXPR_DCAS, at);
    if (!parser_expect(p, "(", "after dcas") || !parse_items(p, ")", x))
        return NULL;
    if (x->item_count == 6)
        return expr_finish(p, x);
    source_error(p->s, p->e, at, "dcas(first place, second place, expected, expected, new, new)",
                 "dcas takes six arguments");
    return NULL;
}

expr *parse_choose(parser *p, uint32_t at)
{
    expr *x = expr_make(p, EXPR_CHOOSE, at);
    if (!(x->a = parse_expr(p)) || (parser_take(p, "..") && !(x->b = parse_expr(p))))
        return NULL;
    return expr_finish(p, x);
}

expr *parse_choose_call(parser *p, uint32_t at)
{
    p->t++;
    expr *x = parse_choose(p, at);
    return x && parser_expect(p, ")", "after what is chosen from") ? expr_finish(p, x) : NULL;
}

// acyclic(p, next), sorted(p, next, key), reaches(p, q, next).
expr *parse_shape(parser *p, uint32_t at)
{
    expr *x = expr_make(p, EXPR_SHAPE, at);
    x->shape = parser_at(p, "acyclic")  ? SHAPE_ACYCLIC
               : parser_at(p, "sorted") ? SHAPE_SORTED
                                        : SHAPE_REACHES;
    p->t++;
    if (!parser_expect(p, "(", "before the pointer") || !(x->a = parse_expr(p)) ||
        !parser_expect(p, ",", "after the pointer"))
        return NULL;
    if (x->shape == SHAPE_REACHES &&
        (!(x->b = parse_expr(p)) || !parser_expect(p, ",", "after the pointer")))
        return NULL;
    if (!(x->link_name = parser_name(p, "field", &x->link_at)))
        return NULL;
    x->has_item = parser_take(p, "[");
    if (x->has_item && (!parse_bound(p, "an item", 0, MODEL_MAX_ITEMS - 1, &x->link_item) ||
                        !parser_expect(p, "]", "after the item")))
        return NULL;
    if (x->shape == SHAPE_SORTED && (!parser_expect(p, ",", "after the field to follow") ||
                                     !(x->key_name = parser_name(p, "field", &x->key_at))))
        return NULL;
    return parser_expect(p, ")", "after the fields") ? expr_finish(p, x) : NULL;
}

// name(a). `opened` and `closed` say after what the brackets are expected.
expr *parse_one(parser *p, expr_kind kind, const char *opened, const char *closed, uint32_t at)
{
    expr *x = expr_make(p, kind, at);
    if (!parser_expect(p, "(", opened) || !(x->a = parse_expr(p)) || !parser_expect(p, ")", closed))
        return NULL;
    return expr_finish(p, x);
}
