// SPDX-License-Identifier: MIT
// Example of a new front end of `linchpin verify`: Petri nets. Copy it to
// src/model/front/unit_net.c; nothing else has to change.
//
//     net NAME { place p = 2; place q; transition t: p, p -> q; invariant i { p + q > 0 } }
//
// A place is a variable, the number of its tokens. A transition is an action: enabled where every
// place before the arrow has the tokens that it takes, one for each time it is named. A net that
// puts more than MOST_TOKENS into a place violates its range, with the way there.

#include "model/syntax/unit_syntax.h"

#include <string.h>

enum { MOST_TOKENS = 9, MOST_ARCS = 16 };

typedef struct arcs {
    const char *places[MOST_ARCS];
    uint32_t at[MOST_ARCS], count;
} arcs;

static expr *make(parser *p, expr_kind kind, uint32_t at)
{
    expr *x = model_allocate(p->m, sizeof *x);
    *x = (expr){.kind = kind, .at = at, .end = parser_end(p), .depth = 1};
    return x;
}

static expr *number(parser *p, int64_t n, uint32_t at)
{
    expr *x = make(p, EXPR_INT, at);
    x->number = n;
    return x;
}

static expr *place(parser *p, const arcs *a, uint32_t i)
{
    expr *x = make(p, EXPR_NAME, a->at[i]);
    x->name = a->places[i];
    return x;
}

static expr *binary(parser *p, binary_op op, expr *a, expr *b)
{
    expr *x = make(p, EXPR_BINARY, a->at);
    x->op = op;
    x->a = a;
    x->b = b;
    x->depth = (a->depth > b->depth ? a->depth : b->depth) + 1;
    return x;
}

static bool parse_arcs(parser *p, arcs *out, const char *end)
{
    while (!parser_at(p, end)) {
        if (out->count && !parser_expect(p, ",", "between two places"))
            return false;
        if (out->count == MOST_ARCS)
            return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d places here",
                                MOST_ARCS);
        if (!(out->places[out->count] = parser_name(p, "place", &out->at[out->count])))
            return false;
        out->count++;
    }
    p->t++;
    return true;
}

// What is named for the second time must hold two.
static expr *enabled(parser *p, const arcs *from)
{
    expr *all = NULL;
    for (uint32_t i = 0; i < from->count; i++) {
        int64_t wanted = 1;
        for (uint32_t k = 0; k < i; k++)
            wanted += strcmp(from->places[k], from->places[i]) == 0;
        expr *one = binary(p, OP_GE, place(p, from, i), number(p, wanted, from->at[i]));
        all = all ? binary(p, OP_AND, all, one) : one;
    }
    return all;
}

static void move_tokens(parser *p, block *body, const arcs *a, binary_op op)
{
    for (uint32_t i = 0; i < a->count; i++) {
        stmt *s = body->items[body->count++] = model_allocate(p->m, sizeof *s);
        *s = (stmt){.kind = STMT_ASSIGN, .at = a->at[i], .end = parser_end(p)};
        s->a = place(p, a, i);
        s->b = binary(p, op, place(p, a, i), number(p, 1, a->at[i]));
    }
}

static bool parse_transition(parser *p, unit *u)
{
    arcs from = {0}, to = {0};
    if (u->method_count == MODEL_MAX_ACTIONS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d transitions",
                            MODEL_MAX_ACTIONS);
    method *f = u->methods[u->method_count++] = model_allocate(p->m, sizeof *f);
    f->result.kind = TYPE_UNIT;
    if (!(f->name = parser_name(p, "transition", &f->at)) ||
        !parser_expect(p, ":", "after the name") || !parse_arcs(p, &from, "->") ||
        !parse_arcs(p, &to, ";"))
        return false;
    f->end = parser_end(p);
    f->body.items = model_allocate(p->m, (from.count + to.count) * sizeof(stmt *));
    move_tokens(p, &f->body, &from, OP_SUB);
    move_tokens(p, &f->body, &to, OP_ADD);
    if (from.count)
        action_guard(p, f, enabled(p, &from));
    return true;
}

static bool parse_place(parser *p)
{
    model *m = p->m;
    if (m->shared_count == MODEL_MAX_SHARED)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d places",
                            MODEL_MAX_SHARED);
    variable *v = &m->shared[m->shared_count++];
    v->type = (type){.kind = TYPE_INT, .ranged = true, .high = MOST_TOKENS, .at = p->t->at};
    uint32_t tokens = 0;
    if (!(v->name = parser_name(p, "place", &v->at)) ||
        (parser_take(p, "=") && !parse_bound(p, "the tokens", 0, MOST_TOKENS, &tokens)))
        return false;
    v->initial = number(p, tokens, v->at);
    return parser_expect(p, ";", "after the place");
}

static bool parse_part(parser *p, unit *u)
{
    parser_role(p, ROLE_START);
    if (parser_take(p, "place"))
        return parse_place(p);
    if (parser_take(p, "transition"))
        return parse_transition(p, u);
    if (parser_at(p, "invariant"))
        return parse_invariant(p);
    return source_error(p->s, p->e, p->t->at, "for example: transition t: p, q -> r;",
                        "a net has places, transitions and invariants");
}

static unit *parse(parser *p)
{
    unit *u = model_allocate(p->m, sizeof *u);
    u->is_automaton = true;
    if (!(u->name = parser_name(p, "net", &u->at)) || !parser_open(p, "before the places"))
        return NULL;
    unit_begin(p, u);
    while (!parser_close(p))
        if (!parse_part(p, u))
            return NULL;
    unit_end(p, u);
    return u;
}

const unit_syntax unit_net = {.word = "net", .parse = parse};
