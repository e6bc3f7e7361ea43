// SPDX-License-Identifier: MIT
// Rules of U, W, R and M. See ltl_rewriter.h. U and R are duals of each other, so are W and M: the
// rules of the one are those of the other with true and false, && and ||, and the two sides of each
// implication exchanged.

#include "temporal/formula/ltl_rewriter.h"

static bool implies_other(ltl_rewriter *r, ltl item, ltl other)
{
    return rewrite_implies(r, item, other);
}

static bool implied_by_other(ltl_rewriter *r, ltl item, ltl other)
{
    return rewrite_implies(r, other, item);
}

static bool is_other(ltl_rewriter *r, ltl item, ltl other)
{
    (void)r;
    return item == other;
}

// What is suspendable goes out of the right operand.
static ltl suspend(ltl_rewriter *r, ltl_kind kind, ltl_kind junction, ltl a, ltl b)
{
    ltl kept, rest;
    if (ltl_get(r->pool, b).kind != junction)
        return LTL_NONE;
    rewrite_part(r, junction, b, rewrite_suspendable, LTL_NONE, &kept, &rest);
    if (kept == LTL_NONE || rest == LTL_NONE)
        return LTL_NONE;
    return rewrite_make(r, junction, rewrite_make(r, kind, a, rest), kept);
}

// (x || y) U b = x U b where y implies b, and with W; (x && y) R b = x R b where b implies y, and
// with M.
static ltl shorten_left(ltl_rewriter *r, ltl_kind kind, ltl a, ltl b)
{
    bool until = kind == LTL_UNTIL || kind == LTL_WEAK;
    ltl_kind junction = until ? LTL_OR : LTL_AND;
    ltl dropped, rest;
    if (ltl_get(r->pool, a).kind != junction)
        return LTL_NONE;
    rewrite_part(r, junction, a, until ? implies_other : implied_by_other, b, &dropped, &rest);
    return dropped == LTL_NONE || rest == LTL_NONE ? LTL_NONE : rewrite_make(r, kind, rest, b);
}

// a U (a && x) = x M a, a W (a && x) = x R a, a R (a || x) = x W a, a M (a || x) = x U a.
static ltl turn(ltl_rewriter *r, ltl_kind kind, ltl a, ltl b)
{
    static const unsigned char turned[LTL_KINDS] = {[LTL_UNTIL] = LTL_STRONG,
                                                    [LTL_WEAK] = LTL_RELEASE,
                                                    [LTL_RELEASE] = LTL_WEAK,
                                                    [LTL_STRONG] = LTL_UNTIL};
    ltl_kind junction = kind == LTL_UNTIL || kind == LTL_WEAK ? LTL_AND : LTL_OR;
    ltl same, rest;
    if (ltl_get(r->pool, b).kind != junction)
        return LTL_NONE;
    rewrite_part(r, junction, b, is_other, a, &same, &rest);
    return same == LTL_NONE || rest == LTL_NONE ? LTL_NONE : rewrite_make(r, turned[kind], rest, a);
}

// Operands with operators of the same kind: a U (c U b) = c U b where a implies c, (c U b) U b =
// c U b, X a U X b = X (a U b); and the like.
static ltl nested(ltl_rewriter *r, ltl_kind kind, ltl a, ltl b)
{
    ltl_node left = ltl_get(r->pool, a), right = ltl_get(r->pool, b);
    bool until = kind == LTL_UNTIL || kind == LTL_WEAK;
    if (right.kind == kind &&
        (until ? rewrite_implies(r, a, right.left) : rewrite_implies(r, right.left, a)))
        return b;
    if (left.kind == kind && left.right == b)
        return a;
    if (left.kind == LTL_NEXT && right.kind == LTL_NEXT)
        return rewrite_unary(r, LTL_NEXT, rewrite_make(r, kind, left.left, right.left));
    return LTL_NONE;
}

static ltl until(ltl_rewriter *r, ltl a, ltl b)
{
    if (ltl_get(r->pool, b).eventual || rewrite_implies(r, a, b))
        return b;
    if (rewrite_implies(r, rewrite_negate(r, b), a))
        return rewrite_unary(r, LTL_EVENTUALLY, b);
    ltl f = suspend(r, LTL_UNTIL, LTL_AND, a, b);
    return f == LTL_NONE ? suspend(r, LTL_UNTIL, LTL_OR, a, b) : f;
}

static ltl release(ltl_rewriter *r, ltl a, ltl b)
{
    if (ltl_get(r->pool, b).universal || rewrite_implies(r, b, a))
        return b;
    if (rewrite_implies(r, a, rewrite_negate(r, b)))
        return rewrite_unary(r, LTL_ALWAYS, b);
    ltl f = suspend(r, LTL_RELEASE, LTL_AND, a, b);
    return f == LTL_NONE ? suspend(r, LTL_RELEASE, LTL_OR, a, b) : f;
}

static ltl weak_until(ltl_rewriter *r, ltl a, ltl b)
{
    if (rewrite_implies(r, a, b))
        return b;
    if (rewrite_implies(r, rewrite_negate(r, b), a))
        return ltl_true(r->pool);
    if (ltl_get(r->pool, b).kind == LTL_FALSE)
        return rewrite_unary(r, LTL_ALWAYS, a);
    if (ltl_get(r->pool, a).universal)
        return rewrite_make(r, LTL_OR, a, b);
    return suspend(r, LTL_WEAK, LTL_OR, a, b);
}

static ltl strong_release(ltl_rewriter *r, ltl a, ltl b)
{
    if (rewrite_implies(r, b, a))
        return b;
    if (rewrite_implies(r, a, rewrite_negate(r, b)))
        return ltl_false(r->pool);
    if (ltl_get(r->pool, b).kind == LTL_TRUE)
        return rewrite_unary(r, LTL_EVENTUALLY, a);
    if (ltl_get(r->pool, a).eventual)
        return rewrite_make(r, LTL_AND, a, b);
    return suspend(r, LTL_STRONG, LTL_AND, a, b);
}

ltl rewrite_binary(ltl_rewriter *r, ltl_kind kind, ltl left, ltl right)
{
    ltl f = LTL_NONE;
    if (kind == LTL_UNTIL)
        f = until(r, left, right);
    else if (kind == LTL_RELEASE)
        f = release(r, left, right);
    else if (kind == LTL_WEAK)
        f = weak_until(r, left, right);
    else if (kind == LTL_STRONG)
        f = strong_release(r, left, right);
    if (f == LTL_NONE)
        f = nested(r, kind, left, right);
    if (f == LTL_NONE)
        f = shorten_left(r, kind, left, right);
    return f == LTL_NONE ? turn(r, kind, left, right) : f;
}
