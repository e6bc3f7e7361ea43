// SPDX-License-Identifier: MIT
// See ltl_implies.h. Each rule asks about smaller formulas, so recursion is not deeper than both
// formulas together; how often it branches, the budget limits. Beyond the rules of the paper,
// eventual formulas absorb what leads to them, and universal ones are taken along.

#include "temporal/formula/ltl_implies.h"

// What f is made of implies g.
static bool by_left(const ltl_pool *pool, ltl_node f, ltl g, uint64_t *budget)
{
    bool eventual = ltl_get(pool, g).eventual;
    switch (f.kind) {
    case LTL_AND:
        return ltl_implies(pool, f.left, g, budget) || ltl_implies(pool, f.right, g, budget);
    case LTL_OR:
    case LTL_WEAK:
        return ltl_implies(pool, f.left, g, budget) && ltl_implies(pool, f.right, g, budget);
    case LTL_ALWAYS:
        return ltl_implies(pool, f.left, g, budget);
    case LTL_EVENTUALLY:
    case LTL_NEXT:
        return eventual && ltl_implies(pool, f.left, g, budget);
    case LTL_UNTIL:
        return ltl_implies(pool, f.right, g, budget) &&
               (eventual || ltl_implies(pool, f.left, g, budget));
    case LTL_RELEASE:
        return ltl_implies(pool, f.right, g, budget);
    case LTL_STRONG:
        return ltl_implies(pool, f.right, g, budget) ||
               (eventual && ltl_implies(pool, f.left, g, budget));
    default:
        return false;
    }
}

// f implies enough of what g is made of.
static bool by_right(const ltl_pool *pool, ltl f, ltl_node g, uint64_t *budget)
{
    bool universal = ltl_get(pool, f).universal;
    switch (g.kind) {
    case LTL_AND:
    case LTL_STRONG:
        return ltl_implies(pool, f, g.left, budget) && ltl_implies(pool, f, g.right, budget);
    case LTL_OR:
        return ltl_implies(pool, f, g.left, budget) || ltl_implies(pool, f, g.right, budget);
    case LTL_EVENTUALLY:
        return ltl_implies(pool, f, g.left, budget);
    case LTL_ALWAYS:
    case LTL_NEXT:
        return universal && ltl_implies(pool, f, g.left, budget);
    case LTL_UNTIL:
        return ltl_implies(pool, f, g.right, budget);
    case LTL_WEAK:
        return ltl_implies(pool, f, g.right, budget) ||
               (universal && ltl_implies(pool, f, g.left, budget));
    case LTL_RELEASE:
        return ltl_implies(pool, f, g.right, budget) &&
               (universal || ltl_implies(pool, f, g.left, budget));
    default:
        return false;
    }
}

// Both wait for something, and what the one waits for and sees until then is enough for the other.
static bool by_both(const ltl_pool *pool, ltl_node f, ltl g, uint64_t *budget)
{
    ltl_node n = ltl_get(pool, g);
    bool f_until = f.kind == LTL_UNTIL || f.kind == LTL_WEAK;
    bool f_release = f.kind == LTL_RELEASE || f.kind == LTL_STRONG;
    bool f_strong = f.kind == LTL_UNTIL || f.kind == LTL_STRONG;
    if (f.kind == LTL_NEXT && n.kind == LTL_NEXT)
        return ltl_implies(pool, f.left, n.left, budget);
    if (n.kind == LTL_WEAK || (n.kind == LTL_UNTIL && f_strong)) {
        if (f_until)
            return ltl_implies(pool, f.left, n.left, budget) &&
                   ltl_implies(pool, f.right, g, budget);
        return f_release && ltl_implies(pool, f.right, n.left, budget) &&
               ltl_implies(pool, f.left, n.right, budget);
    }
    if (n.kind == LTL_RELEASE || (n.kind == LTL_STRONG && f_strong))
        return f_release && ltl_implies(pool, f.left, n.left, budget) &&
               ltl_implies(pool, f.right, n.right, budget);
    return false;
}

bool ltl_implies(const ltl_pool *pool, ltl f, ltl g, uint64_t *budget)
{
    if (f == g)
        return true;
    if (!*budget)
        return false;
    --*budget;
    ltl_node a = ltl_get(pool, f), b = ltl_get(pool, g);
    if (a.kind == LTL_FALSE || b.kind == LTL_TRUE)
        return true;
    if (!ltl_arity(a.kind) && !ltl_arity(b.kind))
        return false;
    return by_both(pool, a, g, budget) || by_left(pool, a, g, budget) ||
           by_right(pool, f, b, budget);
}
