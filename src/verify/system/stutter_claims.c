// SPDX-License-Identifier: MIT
// See stutter_claims.h. Where nothing changes, x' is x. So a claim is a formula whose atoms are equal if
// they differ in primes only: a table of all their values tells whether it is a tautology. Comparisons of
// something with itself are known, and what could fail is not.

#include "verify/system/stutter_claims.h"

#include "model/steps/cannot_fail.h"

#include <assert.h>
#include <string.h>

enum { MOST_ATOMS = 8 };

typedef enum truth { IS_FALSE, IS_TRUE, IS_OPEN } truth;

typedef struct formula {
    const model *m;
    const method *in;
    const expr *atoms[MOST_ATOMS];
    uint32_t count;
    uint32_t row; // of the table: a bit for each atom
    known_ranges known;
} formula;

static bool same(const expr *x, const expr *y);

static bool same_items(const expr *x, const expr *y)
{
    bool all = x->item_count == y->item_count;
    for (uint32_t i = 0; all && i < x->item_count; i++)
        all = same(x->items[i], y->items[i]);
    return all;
}

// But for primes.
static bool same(const expr *x, const expr *y)
{
    if (!x || !y)
        return x == y;
    return x->kind == y->kind && x->kind != EXPR_BIND && x->index == y->index && x->op == y->op &&
           x->seq == y->seq && x->number == y->number && same(x->a, y->a) && same(x->b, y->b) &&
           same(x->c, y->c) && same_items(x, y);
}

static truth atom(formula *f, const expr *x)
{
    uint32_t i = 0;
    while (i < f->count && !same(f->atoms[i], x))
        i++;
    if (i == MOST_ATOMS)
        return IS_OPEN;
    if (i == f->count)
        f->atoms[f->count++] = x;
    return f->row >> i & 1 ? IS_TRUE : IS_FALSE;
}

static bool is_tautology(const model *m, const method *in, const expr *x);

static truth value_of(formula *f, const expr *x)
{
    assert(x);
    if (x->kind == EXPR_BOOL || x->kind == EXPR_INT)
        return x->number ? IS_TRUE : IS_FALSE;
    if (x->kind == EXPR_NOT || x->kind == EXPR_CONDITION ||
        (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR))) {
        truth a = value_of(f, x->a);
        if (a == IS_OPEN)
            return IS_OPEN;
        if (x->kind == EXPR_NOT)
            return a == IS_TRUE ? IS_FALSE : IS_TRUE;
        if (x->kind == EXPR_CONDITION)
            return value_of(f, a == IS_TRUE ? x->b : x->c);
        return a == (x->op == OP_AND ? IS_TRUE : IS_FALSE) ? value_of(f, x->b) : a;
    }
    if (x->kind == EXPR_BIND && x->bind == BIND_ALL) {
        bool fails = false;
        for (uint32_t i = 0; i < x->binder_count; i++)
            fails |= x->binders[i].domain &&
                     !expr_cannot_fail(f->m, f->in, &f->known, x->binders[i].domain);
        return !fails && is_tautology(f->m, f->in, x->a) ? IS_TRUE : IS_OPEN;
    }
    if (!expr_cannot_fail(f->m, f->in, &f->known, x))
        return IS_OPEN;
    if (x->kind == EXPR_BINARY && x->op >= OP_EQ && x->op <= OP_GE && same(x->a, x->b))
        return x->op == OP_EQ || x->op == OP_LE || x->op == OP_GE ? IS_TRUE : IS_FALSE;
    return atom(f, x);
}

static bool is_tautology(const model *m, const method *in, const expr *x)
{
    formula f = {.m = m, .in = in};
    // Atoms are met as rows go by; one that is met late was of no use in earlier rows.
    for (; f.row >> f.count == 0; f.row++)
        if (value_of(&f, x) != IS_TRUE)
            return false;
    return true;
}

bool claims_allow_stuttering(const program *p)
{
    for (uint32_t i = 0; i < p->object->method_count; i++) {
        const method *f = p->object->methods[i];
        for (uint32_t k = 0; k < f->body.count; k++) {
            const stmt *s = f->body.items[k];
            // What never decreases does not, and was evaluated when the state was entered.
            bool grows = s->a && s->a->kind == EXPR_BINARY && s->a->op == OP_LE && s->a->name;
            bool named = s->kind == STMT_ASSERT && s->of_step && !grows;
            if (named && !is_tautology(p->model, f, s->a))
                return false;
        }
    }
    return true;
}
