// SPDX-License-Identifier: MIT
// Rules of && and ||. Both are taken as n-ary: operands are put in order, and every two of them that
// a rule makes one of are replaced by it, until no rule applies. See ltl_rewriter.h.

#include "temporal/formula/ltl_rewriter.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_OPERANDS = 128, MOST_PAIRED = 40 };

static void add(ltl_list *list, ltl f)
{
    MEMORY_GROW(list->items, list->capacity, (size_t)list->count + 1);
    list->items[list->count++] = f;
}

static int by_number(const void *a, const void *b)
{
    ltl x = *(const ltl *)a, y = *(const ltl *)b;
    return (x > y) - (x < y);
}

static void sort_and_deduplicate(ltl_list *list)
{
    if (!list->count)
        return;
    qsort(list->items, list->count, sizeof *list->items, by_number);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < list->count; i++)
        if (list->items[i] != list->items[kept - 1])
            list->items[kept++] = list->items[i];
    list->count = kept;
}

ltl_list rewrite_split(const ltl_rewriter *r, ltl_kind kind, ltl f)
{
    ltl_list list = {0};
    add(&list, f);
    // A formula that shares its parts can have very many operands: then some stay joined.
    for (uint32_t i = 0; i < list.count;) {
        ltl_node n = ltl_get(r->pool, list.items[i]);
        if (n.kind != kind || list.count >= MOST_OPERANDS) {
            i++;
            continue;
        }
        list.items[i] = n.left;
        add(&list, n.right);
    }
    sort_and_deduplicate(&list);
    return list;
}

ltl rewrite_join(ltl_rewriter *r, ltl_kind kind, const ltl *items, uint32_t count)
{
    assert(kind == LTL_AND || kind == LTL_OR);
    if (count == 0)
        return kind == LTL_AND ? ltl_true(r->pool) : ltl_false(r->pool);
    if (count == 1)
        return items[0];
    // Balanced, so that many operands are not deep.
    ltl left = rewrite_join(r, kind, items, count / 2);
    ltl right = rewrite_join(r, kind, items + count / 2, count - count / 2);
    return ltl_make(r->pool, kind, left, right);
}

void rewrite_part(ltl_rewriter *r, ltl_kind kind, ltl f,
                  bool (*keep)(ltl_rewriter *r, ltl item, ltl other), ltl other, ltl *kept,
                  ltl *rest)
{
    ltl_list all = rewrite_split(r, kind, f), yes = {0}, no = {0};
    for (uint32_t i = 0; i < all.count; i++)
        add(keep(r, all.items[i], other) ? &yes : &no, all.items[i]);
    *kept = yes.count ? rewrite_join(r, kind, yes.items, yes.count) : LTL_NONE;
    *rest = no.count ? rewrite_join(r, kind, no.items, no.count) : LTL_NONE;
    free(all.items);
    free(yes.items);
    free(no.items);
}

// Is f the operator `outer` of the operator `inner`? []<> for one.
static bool is_nested(const ltl_rewriter *r, ltl_node f, ltl_kind outer, ltl_kind inner)
{
    return f.kind == outer && ltl_get(r->pool, f.left).kind == inner;
}

// Of two Xs, two []s under &&, two <>s under ||; []<> and <>[] the other way round.
static ltl join_unary(ltl_rewriter *r, ltl_kind kind, ltl_node a, ltl_node b)
{
    ltl_kind whole = kind == LTL_AND ? LTL_ALWAYS : LTL_EVENTUALLY;
    ltl_kind other = kind == LTL_AND ? LTL_EVENTUALLY : LTL_ALWAYS;
    if ((a.kind == LTL_NEXT && b.kind == LTL_NEXT) || (a.kind == whole && b.kind == whole))
        return rewrite_unary(r, a.kind, rewrite_make(r, kind, a.left, b.left));
    if (is_nested(r, a, other, whole) && is_nested(r, b, other, whole)) {
        ltl left = ltl_get(r->pool, a.left).left, right = ltl_get(r->pool, b.left).left;
        ltl inner = rewrite_unary(r, whole, rewrite_make(r, kind, left, right));
        return rewrite_unary(r, other, inner);
    }
    return LTL_NONE;
}

static bool weak(ltl_kind kind)
{
    return kind == LTL_WEAK || kind == LTL_RELEASE;
}

// a U b && c U b = (a && c) U b, a R b && a R c = a R (b && c), and the duals. Of a weak and a strong
// operator, && has the strong and || the weak one.
static ltl join_binary(ltl_rewriter *r, ltl_kind kind, ltl_node a, ltl_node b)
{
    bool until =
        (a.kind == LTL_UNTIL || a.kind == LTL_WEAK) && (b.kind == LTL_UNTIL || b.kind == LTL_WEAK);
    bool release = (a.kind == LTL_RELEASE || a.kind == LTL_STRONG) &&
                   (b.kind == LTL_RELEASE || b.kind == LTL_STRONG);
    if (!until && !release)
        return LTL_NONE;
    ltl_kind result = weak(a.kind) == (kind == LTL_OR) ? a.kind : b.kind;
    bool first = until == (kind == LTL_AND); // the left operands are joined, the right ones equal
    if (first && a.right == b.right)
        return rewrite_make(r, result, rewrite_make(r, kind, a.left, b.left), a.right);
    if (!first && a.left == b.left)
        return rewrite_make(r, result, a.left, rewrite_make(r, kind, a.right, b.right));
    return LTL_NONE;
}

// a W b && <>b = a U b, a R b && <>a = a M b; a U b || []a = a W b, a M b || []b = a R b.
static ltl join_mixed(ltl_rewriter *r, ltl_kind kind, ltl_node a, ltl_node b)
{
    if (kind == LTL_AND && b.kind == LTL_EVENTUALLY) {
        if (a.kind == LTL_WEAK && a.right == b.left)
            return rewrite_make(r, LTL_UNTIL, a.left, a.right);
        if (a.kind == LTL_RELEASE && a.left == b.left)
            return rewrite_make(r, LTL_STRONG, a.left, a.right);
    }
    if (kind == LTL_OR && b.kind == LTL_ALWAYS) {
        if (a.kind == LTL_UNTIL && a.left == b.left)
            return rewrite_make(r, LTL_WEAK, a.left, a.right);
        if (a.kind == LTL_STRONG && a.right == b.left)
            return rewrite_make(r, LTL_RELEASE, a.left, a.right);
    }
    return LTL_NONE;
}

// One formula instead of two, or LTL_NONE.
static ltl join_two(ltl_rewriter *r, ltl_kind kind, ltl f, ltl g)
{
    ltl stronger = kind == LTL_AND ? f : g, weaker = kind == LTL_AND ? g : f;
    if (rewrite_implies(r, stronger, weaker))
        return f;
    if (kind == LTL_AND && rewrite_implies(r, f, rewrite_negate(r, g)))
        return ltl_false(r->pool);
    if (kind == LTL_OR && rewrite_implies(r, rewrite_negate(r, f), g))
        return ltl_true(r->pool);
    ltl_node a = ltl_get(r->pool, f), b = ltl_get(r->pool, g);
    ltl joined = f < g ? join_unary(r, kind, a, b) : LTL_NONE;
    if (joined == LTL_NONE && f < g)
        joined = join_binary(r, kind, a, b);
    return joined == LTL_NONE ? join_mixed(r, kind, a, b) : joined;
}

// Replaces two operands by one. False: no two can be.
static bool join_some(ltl_rewriter *r, ltl_kind kind, ltl_list *list)
{
    if (list->count > MOST_PAIRED)
        return false;
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < list->count && r->budget; k++) {
            ltl joined = i == k ? LTL_NONE : join_two(r, kind, list->items[i], list->items[k]);
            if (joined == LTL_NONE)
                continue;
            list->items[i] = joined;
            list->items[k] = list->items[--list->count];
            return true;
        }
    return false;
}

ltl rewrite_junction(ltl_rewriter *r, ltl_kind kind, ltl left, ltl right)
{
    ltl_list list = rewrite_split(r, kind, ltl_make(r->pool, kind, left, right));
    while (join_some(r, kind, &list)) {
        // What two were replaced by may be a junction itself.
        ltl_list again = rewrite_split(r, kind, rewrite_join(r, kind, list.items, list.count));
        free(list.items);
        list = again;
    }
    ltl f = rewrite_join(r, kind, list.items, list.count);
    free(list.items);
    return f;
}
