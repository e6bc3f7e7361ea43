// SPDX-License-Identifier: MIT
// Quorum systems: sets of sets. What majorities(S) is, and that what is claimed to intersect is a
// quorum system.

#include "model/check/checker.h"
#include "model/syntax/finite_type.h"

static expr *made(checker *c, const expr *like, expr_kind kind, expr *a, expr *b)
{
    expr *x = model_allocate(c->m, sizeof *x);
    *x = (expr){.kind = kind, .at = like->at, .end = like->end, .name = "", .depth = like->depth};
    x->a = a;
    x->b = b;
    return x;
}

static expr *made_quorum(checker *c, const expr *like)
{
    return made(c, like, EXPR_NAME, NULL, NULL); // see parse_extreme
}

static expr *made_size(checker *c, const expr *like, expr *of)
{
    expr *x = made(c, like, EXPR_SEQ, of, NULL);
    x->name = "len";
    return x;
}

static expr *made_operation(checker *c, const expr *like, binary_op op, expr *a, expr *b)
{
    expr *x = made(c, like, EXPR_BINARY, a, b);
    x->name = NULL;
    x->op = op;
    return x;
}

// Of a type T, {q in set<T> : q.len() > |T| / 2}; of a set S,
// {q in set<T> : q <= S && q.len() > (S - q).len()}.
bool check_majorities(checker *c, expr *x)
{
    binder *b = &x->binders[0];
    expr *members = b->domain;
    type item = b->type, quorum = {.kind = TYPE_MASK, .part_count = 1, .at = b->at};
    quorum.parts = model_allocate(c->m, sizeof *quorum.parts);
    quorum.parts[0] = item;
    if (!finite_fits_mask(quorum))
        return source_error(c->s, c->e, b->at, NULL,
                            "majorities are of a type with at most %d values", MASK_NESTED);
    expr *size = made_size(c, x, made_quorum(c, x)), *rest = made(c, x, EXPR_INT, NULL, NULL);
    rest->number = type_card(item) / 2;
    if (members)
        rest = made_size(c, x, made_operation(c, x, OP_SUB, members, made_quorum(c, x)));
    x->a = made_operation(c, x, OP_GT, size, rest);
    if (members)
        x->a = made_operation(
            c, x, OP_AND, made_operation(c, x, OP_LE, made_quorum(c, x), expr_copy(c->m, members)),
            x->a);
    x->bind = BIND_FILTER;
    b->domain = NULL;
    b->type = quorum;
    return check_bind(c, x);
}

bool check_quorums(checker *c)
{
    const model *m = c->m->whole ? c->m->whole : c->m;
    for (uint32_t i = 0; i < m->quorum_claim_count; i++) {
        const quorum_claim *q = &m->quorum_claims[i];
        for (uint32_t k = 0; k < 2; k++) {
            type t = q->of[k]->result;
            if (t.kind != TYPE_MASK || t.parts[0].kind != TYPE_MASK)
                return source_error(c->s, c->e, q->of[k]->at,
                                    "a quorum system is a set of sets: {{p1, p2}, {p2, p3}}",
                                    "this is no quorum system");
        }
        if (!type_equal(q->of[0]->result, q->of[1]->result))
            return source_error(c->s, c->e, q->of[1]->at, NULL,
                                "these are not quorums of the same type");
    }
    return true;
}
