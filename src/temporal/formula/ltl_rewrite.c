// SPDX-License-Identifier: MIT
// Negation normal form, and the rules of unary operators: see ltl_rewrite.h. The rules are those of
// Somenzi and Bloem (CAV 2000) and of Etessami and Holzmann (CONCUR 2000), with some of Babiak et al.
// (TACAS 2012) for formulas that are both eventual and universal ("suspendable": their value is the
// same at all times). Each is an equivalence; tests/temporal/test_rewrites.c has an instance of each.

#include "temporal/formula/ltl_rewrite.h"

#include "base/error.h"
#include "base/memory.h"
#include "temporal/formula/ltl_implies.h"
#include "temporal/formula/ltl_rewriter.h"

#include <assert.h>
#include <stdlib.h>

enum {
    STEPS = 2000000,    // of one rewriting
    IMPLICATION = 2000, // of these, for one implication
};

static ltl_kind dual_of(ltl_kind kind)
{
    static const unsigned char dual[LTL_KINDS] = {
        [LTL_FALSE] = LTL_TRUE,
        [LTL_TRUE] = LTL_FALSE,
        [LTL_AND] = LTL_OR,
        [LTL_OR] = LTL_AND,
        [LTL_NEXT] = LTL_NEXT,
        [LTL_EVENTUALLY] = LTL_ALWAYS,
        [LTL_ALWAYS] = LTL_EVENTUALLY,
        [LTL_UNTIL] = LTL_RELEASE,
        [LTL_RELEASE] = LTL_UNTIL,
        [LTL_WEAK] = LTL_STRONG,
        [LTL_STRONG] = LTL_WEAK,
    };
    return dual[kind];
}

// Recursion is as deep as the formula.
ltl rewrite_negate(ltl_rewriter *r, ltl f)
{
    while (r->negated_count <= f) {
        MEMORY_GROW(r->negated, r->negated_capacity, r->negated_count + 1);
        r->negated[r->negated_count++] = LTL_NONE;
    }
    if (r->negated[f] != LTL_NONE)
        return r->negated[f];
    ltl_node n = ltl_get(r->pool, f);
    ltl g;
    if (n.kind == LTL_NOT) {
        g = n.left;
    } else if (n.kind == LTL_ATOM) {
        g = ltl_not(r->pool, f);
    } else if (ltl_arity(n.kind) == 0) {
        g = n.kind == LTL_TRUE ? ltl_false(r->pool) : ltl_true(r->pool);
    } else {
        ltl left = rewrite_negate(r, n.left);
        ltl right = ltl_arity(n.kind) > 1 ? rewrite_negate(r, n.right) : LTL_NONE;
        g = ltl_make(r->pool, dual_of(n.kind), left, right);
    }
    r->negated[f] = g;
    return g;
}

bool rewrite_implies(ltl_rewriter *r, ltl f, ltl g)
{
    uint64_t all = r->budget < IMPLICATION ? r->budget : IMPLICATION, left = all;
    bool implied = ltl_implies(r->pool, f, g, &left);
    r->budget -= all - left;
    return implied;
}

bool rewrite_suspendable(ltl_rewriter *r, ltl item, ltl other)
{
    (void)other;
    ltl_node n = ltl_get(r->pool, item);
    return n.eventual && n.universal;
}

// What is suspendable goes out of X, <> and []: <>(a && s) = <>a && s, <>(a || s) = <>a || s, ….
static ltl suspend(ltl_rewriter *r, ltl_kind kind, ltl f)
{
    ltl_kind junction = ltl_get(r->pool, f).kind;
    if (junction != LTL_AND && junction != LTL_OR)
        return LTL_NONE;
    ltl kept, rest;
    rewrite_part(r, junction, f, rewrite_suspendable, LTL_NONE, &kept, &rest);
    if (kept == LTL_NONE || rest == LTL_NONE)
        return LTL_NONE;
    return rewrite_make(r, junction, rewrite_unary(r, kind, rest), kept);
}

static ltl make_eventually(ltl_rewriter *r, ltl f)
{
    ltl_node n = ltl_get(r->pool, f);
    if (n.eventual)
        return f;
    switch (n.kind) {
    case LTL_NEXT:
        return rewrite_unary(r, LTL_NEXT, rewrite_unary(r, LTL_EVENTUALLY, n.left));
    case LTL_UNTIL: // <>(a U b) = <>b
        return rewrite_unary(r, LTL_EVENTUALLY, n.right);
    case LTL_STRONG: // <>(a M b) = <>(a && b)
        return rewrite_unary(r, LTL_EVENTUALLY, rewrite_make(r, LTL_AND, n.left, n.right));
    default:
        return suspend(r, LTL_EVENTUALLY, f);
    }
}

static ltl make_always(ltl_rewriter *r, ltl f)
{
    ltl_node n = ltl_get(r->pool, f);
    if (n.universal)
        return f;
    switch (n.kind) {
    case LTL_NEXT:
        return rewrite_unary(r, LTL_NEXT, rewrite_unary(r, LTL_ALWAYS, n.left));
    case LTL_RELEASE: // [](a R b) = []b
        return rewrite_unary(r, LTL_ALWAYS, n.right);
    case LTL_WEAK: // [](a W b) = [](a || b)
        return rewrite_unary(r, LTL_ALWAYS, rewrite_make(r, LTL_OR, n.left, n.right));
    default:
        return suspend(r, LTL_ALWAYS, f);
    }
}

static ltl make_next(ltl_rewriter *r, ltl f)
{
    return rewrite_suspendable(r, f, LTL_NONE) ? f : suspend(r, LTL_NEXT, f);
}

ltl rewrite_make(ltl_rewriter *r, ltl_kind kind, ltl left, ltl right)
{
    if (!r->budget)
        return ltl_make(r->pool, kind, left, right);
    r->budget--;
    ltl f;
    switch (kind) {
    case LTL_AND:
    case LTL_OR:
        return rewrite_junction(r, kind, left, right);
    case LTL_NEXT:
        f = make_next(r, left);
        break;
    case LTL_EVENTUALLY:
        f = make_eventually(r, left);
        break;
    case LTL_ALWAYS:
        f = make_always(r, left);
        break;
    default:
        f = rewrite_binary(r, kind, left, right);
    }
    return f == LTL_NONE ? ltl_make(r->pool, kind, left, right) : f;
}

// Of f and of !f, from those of the operands.
typedef struct both_signs {
    ltl plus, minus;
} both_signs;

static both_signs implication(ltl_rewriter *r, both_signs a, both_signs b)
{
    return (both_signs){rewrite_make(r, LTL_OR, a.minus, b.plus),
                        rewrite_make(r, LTL_AND, a.plus, b.minus)};
}

static both_signs equivalence(ltl_rewriter *r, both_signs a, both_signs b)
{
    return (both_signs){rewrite_make(r, LTL_OR, rewrite_make(r, LTL_AND, a.plus, b.plus),
                                     rewrite_make(r, LTL_AND, a.minus, b.minus)),
                        rewrite_make(r, LTL_OR, rewrite_make(r, LTL_AND, a.plus, b.minus),
                                     rewrite_make(r, LTL_AND, a.minus, b.plus))};
}

static both_signs normal_of(ltl_rewriter *r, ltl f, const both_signs *of)
{
    ltl_pool *pool = r->pool;
    ltl_node n = ltl_get(pool, f);
    bool binary = ltl_arity(n.kind) > 1;
    switch (n.kind) {
    case LTL_FALSE:
        return (both_signs){ltl_false(pool), ltl_true(pool)};
    case LTL_TRUE:
        return (both_signs){ltl_true(pool), ltl_false(pool)};
    case LTL_ATOM:
        return (both_signs){f, ltl_not(pool, f)};
    case LTL_NOT:
        return (both_signs){of[n.left].minus, of[n.left].plus};
    case LTL_IMPLIES:
        return implication(r, of[n.left], of[n.right]);
    case LTL_IFF:
        return equivalence(r, of[n.left], of[n.right]);
    default:
        return (both_signs){
            rewrite_make(r, n.kind, of[n.left].plus, binary ? of[n.right].plus : LTL_NONE),
            rewrite_make(r, dual_of(n.kind), of[n.left].minus,
                         binary ? of[n.right].minus : LTL_NONE)};
    }
}

static ltl normal_form(ltl_pool *pool, ltl f, uint64_t budget)
{
    ltl_rewriter r = {.pool = pool, .budget = budget};
    bool *in = ltl_subformulas(pool, f);
    both_signs *of = memory_new((size_t)f + 1, sizeof *of);
    for (ltl g = 0; g <= f; g++)
        if (in[g])
            of[g] = normal_of(&r, g, of);
    ltl result = of[f].plus;
    free(of);
    free(in);
    free(r.negated);
    return result;
}

ltl ltl_negation_normal(ltl_pool *pool, ltl f)
{
    return normal_form(pool, f, 0);
}

ltl ltl_simplify(ltl_pool *pool, ltl f)
{
    REQUIRE(ltl_get(pool, f).depth <= LTL_MAX_DEPTH);
    return normal_form(pool, f, STEPS);
}

static bool has_kind(const ltl_pool *pool, ltl f, ltl_kind a, ltl_kind b, ltl_kind c)
{
    bool *in = ltl_subformulas(pool, f);
    bool found = false;
    for (ltl g = 0; g <= f; g++) {
        ltl_kind kind = ltl_get(pool, g).kind;
        found = found || (in[g] && (kind == a || kind == b || kind == c));
    }
    free(in);
    return found;
}

bool ltl_is_safety(ltl_pool *pool, ltl f)
{
    return !has_kind(pool, ltl_negation_normal(pool, f), LTL_UNTIL, LTL_EVENTUALLY, LTL_STRONG);
}

bool ltl_is_guarantee(ltl_pool *pool, ltl f)
{
    return !has_kind(pool, ltl_negation_normal(pool, f), LTL_RELEASE, LTL_ALWAYS, LTL_WEAK);
}

bool ltl_is_stutter_invariant(const ltl_pool *pool, ltl f)
{
    return !has_kind(pool, f, LTL_NEXT, LTL_NEXT, LTL_NEXT);
}
