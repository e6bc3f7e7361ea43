// SPDX-License-Identifier: MIT
// See ltl_recurring.h. `[]` is shared out among conjuncts: [] (a && <> b) is [] a && [] <> b.

#include "temporal/ltl_recurring.h"

#include <stdbool.h>

// Is it about one letter?
static bool is_of_letter(const ltl_pool *pool, ltl f)
{
    ltl_node n = ltl_get(pool, f);
    switch (n.kind) {
    case LTL_ATOM:
    case LTL_NOT:
        return true;
    case LTL_AND:
    case LTL_OR:
        return is_of_letter(pool, n.left) && is_of_letter(pool, n.right);
    default:
        return false;
    }
}

static bool take(const ltl_pool *pool, ltl f, ltl_recurring *taken)
{
    if (taken->count == LTL_MOST_RECURRING || !is_of_letter(pool, f))
        return false;
    for (uint32_t i = 0; i < taken->count; i++)
        if (taken->of[i] == f)
            return true;
    taken->of[taken->count++] = f;
    return true;
}

static ltl both(ltl_pool *pool, ltl a, ltl b)
{
    bool first = ltl_get(pool, a).kind == LTL_TRUE, second = ltl_get(pool, b).kind == LTL_TRUE;
    return first ? b : second ? a : ltl_make(pool, LTL_AND, a, b);
}

// Of a conjunct; `always`: one that holds at all times.
static ltl take_from(ltl_pool *pool, ltl f, bool always, ltl_recurring *taken)
{
    ltl_node n = ltl_get(pool, f);
    if (n.kind == LTL_AND) {
        ltl left = take_from(pool, n.left, always, taken);
        ltl right = take_from(pool, n.right, always, taken);
        bool same = left == n.left && right == n.right;
        return same ? f : both(pool, left, right);
    }
    if (n.kind == LTL_ALWAYS && !always) {
        ltl rest = take_from(pool, n.left, true, taken);
        bool none = ltl_get(pool, rest).kind == LTL_TRUE;
        return rest == n.left ? f : none ? rest : ltl_always(pool, rest);
    }
    if (n.kind == LTL_EVENTUALLY && always && take(pool, n.left, taken))
        return ltl_true(pool);
    return f;
}

ltl recurring_take(ltl_pool *pool, ltl f, ltl_recurring *taken)
{
    *taken = (ltl_recurring){0};
    return take_from(pool, f, false, taken);
}
