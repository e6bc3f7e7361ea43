// SPDX-License-Identifier: MIT
// Machines: object.answer(x) and object.apply(x).
//
// A machine carries operations out, one after the other, and answers each. What is verified is the
// free one: it is all that was carried out, the last one first, and that is its answer to the next
// operation. Whatever an object answers is a function of that; see docs/distributed.md. So here an answer
// is the machine's variable, whatever x is, and to apply x is to put it before the others. A machine that
// carries out more than there are operations loses the first: then one of them was carried out twice, and
// no order explains what it answers from then on.

#include "model/check/checker.h"

#include <string.h>

static bool no_operation(checker *c, const expr *x)
{
    return source_error(c->s, c->e, x->name_at,
                        "object.answer(x) is what it would answer, and object.apply(x); carries x "
                        "out",
                        "a machine has no operation %s", x->name);
}

// The one operation that it is about.
static bool check_taken(checker *c, expr *x, type machine)
{
    type operation = machine.parts[0];
    operation.optional = false;
    if (x->item_count != 1)
        return source_error(c->s, c->e, x->at, NULL, "%s takes 1 argument, an operation", x->name);
    return check_fits(c, x->items[0], operation, "the operation");
}

bool check_machine(checker *c, expr *x)
{
    type machine = x->a->type;
    if (strcmp(x->name, "apply") == 0)
        return source_error(c->s, c->e, x->at,
                            c->in_guard ? "a guard asks: v == object.answer(x)"
                                        : "it is a statement of its own: object.apply(x);",
                            "apply gives nothing");
    if (strcmp(x->name, "answer") != 0)
        return no_operation(c, x);
    if (!check_taken(c, x, machine))
        return false;
    uint32_t at = x->at, end = x->end;
    *x = *x->a;
    x->at = at;
    x->end = end;
    x->type.use = USE_ANSWER;
    return true;
}

bool applies(const stmt *s)
{
    return s->kind == STMT_EXPR && s->a->kind == EXPR_SEQ && s->a->name &&
           strcmp(s->a->name, "apply") == 0;
}

// (x, object.0, object.1, …)
static expr *put_before(checker *c, expr *x, const expr *place, uint32_t count)
{
    expr *all = model_allocate(c->m, sizeof *all);
    *all = (expr){.kind = EXPR_TUPLE, .at = place->at, .end = place->end, .depth = x->depth + 2};
    all->items = model_allocate(c->m, count * sizeof *all->items);
    all->items[all->item_count++] = x;
    for (uint32_t i = 0; i + 1 < count; i++) {
        expr *part = model_allocate(c->m, sizeof *part);
        *part = (expr){.kind = EXPR_ITEM, .at = place->at, .end = place->end, .exact = true};
        part->a = expr_copy(c->m, place);
        part->index = i;
        part->depth = place->depth + 1;
        all->items[all->item_count++] = part;
    }
    return all;
}

bool check_apply(checker *c, stmt *s)
{
    expr *x = s->a;
    const expr *place = expr_copy(c->m, x->a); // as it is written
    if (!check_whole(c, x->a))
        return false;
    if (x->a->type.use != USE_MACHINE)
        return check_expr(c, x); // which has no such operation
    s->a = x->a;
    if (!check_target(c, s) || !check_taken(c, x, s->a->type))
        return false;
    type plain = s->a->type;
    plain.use = USE_VALUE;
    s->kind = STMT_ASSIGN;
    s->a->type = plain;
    s->b = put_before(c, x->items[0], place, plain.part_count);
    return check_fits(c, s->b, plain, "the machine");
}
