// SPDX-License-Identifier: MIT
// Union and find, and what an expression says about the ints in it: see value_symmetry.h.

#include "base/memory.h"
#include "model/steps/value_finder.h"

uint32_t finder_add(finder *f, uint32_t count)
{
    uint32_t first = f->count;
    MEMORY_GROW(f->parent, f->capacity, f->count + count + 1);
    for (uint32_t i = 0; i < count; i++)
        f->parent[f->count++] = first + i;
    return first;
}

uint32_t finder_class(const finder *f, uint32_t n)
{
    while (f->parent[n] != n)
        n = f->parent[n];
    return n;
}

// The spoilt class swallows all others.
void finder_unite(finder *f, int64_t a, int64_t b)
{
    if (a == NOTHING || b == NOTHING)
        return;
    uint32_t x = finder_class(f, (uint32_t)a), y = finder_class(f, (uint32_t)b);
    if (x < y)
        f->parent[y] = x;
    else
        f->parent[x] = y;
}

void finder_spoil(finder *f, int64_t a)
{
    finder_unite(f, a, SPOILT);
}

static void find_all(finder *f, const scope *s, const expr *x)
{
    finder_expr(f, s, x->a);
    finder_expr(f, s, x->b);
    finder_expr(f, s, x->c);
    for (uint32_t i = 0; i < x->item_count; i++)
        finder_expr(f, s, x->items[i]);
}

static int64_t find_binary(finder *f, const scope *s, const expr *x)
{
    int64_t a = finder_expr(f, s, x->a), b = finder_expr(f, s, x->b);
    if (x->op == OP_EQ || x->op == OP_NE)
        finder_unite(f, a, b);
    if (x->op < OP_LT)
        return NOTHING;
    finder_spoil(f, a);
    finder_spoil(f, b);
    return x->op >= OP_ADD ? SPOILT : NOTHING;
}

// The order of a set or map would change with the names of what it holds.
int64_t finder_many(finder *f, type t, seq_op op, int64_t items)
{
    if (t.kind != TYPE_SEQ)
        finder_spoil(f, items);
    if (op == SEQ_LEN)
        return SPOILT;
    bool yes_or_no = op == SEQ_EMPTY || op == SEQ_HAS || op == SEQ_REMOVE || op == SET_ADD ||
                     op == SET_REMOVE || op == SET_HAS || op == MAP_REMOVE || op == MAP_HAS;
    return yes_or_no ? NOTHING : items;
}

// Of a collection in a spec, or in an invariant.
static int64_t find_seq(finder *f, const scope *s, const expr *x)
{
    if (!s->is_spec) {
        int64_t held = finder_expr(f, s, x->a);
        for (uint32_t i = 0; i < x->item_count; i++)
            finder_unite(f, finder_expr(f, s, x->items[i]), held);
        return finder_many(f, x->a->type, x->seq, held);
    }
    bool group = x->a->kind == EXPR_LOCAL;
    int64_t items = (group ? s->locals : s->state) + x->a->index;
    int64_t values = f->values + x->a->index; // of a map
    for (uint32_t i = 0; i < x->item_count; i++)
        finder_unite(f, finder_expr(f, s, x->items[i]),
                     x->seq == MAP_PUT && i == 1 ? values : items);
    if (x->seq == SEQ_LEN)
        return SPOILT;
    if (x->seq == MAP_GET)
        return values;
    return x->type.kind == TYPE_INT ? items : NOTHING;
}

// Either of them.
static int64_t find_condition(finder *f, const scope *s, const expr *x)
{
    finder_expr(f, s, x->a);
    int64_t b = finder_expr(f, s, x->b), c = finder_expr(f, s, x->c);
    finder_unite(f, b, c);
    return b == NOTHING ? c : b;
}

static bool in_range(const finder *f, int64_t n)
{
    return n != 0 && n >= f->v->low && n <= f->v->high;
}

int64_t finder_expr(finder *f, const scope *s, const expr *x)
{
    if (!x)
        return NOTHING;
    switch (x->kind) {
    case EXPR_INT: // 0, and what the client does not use, stand for themselves
        return in_range(f, x->number) ? SPOILT : NOTHING;
    case EXPR_BOOL:
    case EXPR_NULL:
    case EXPR_NONE:
        return NOTHING;
    case EXPR_LOCAL:
        return s->locals + x->index;
    case EXPR_TEMP:
        return s->temps + x->index;
    case EXPR_SHARED:
        return s->state + x->index;
    case EXPR_FIELD:
        finder_expr(f, s, x->a);
        return f->fields[x->a->type.record] + x->index;
    case EXPR_NOT:
        finder_expr(f, s, x->a);
        return NOTHING;
    case EXPR_VALUE:
        return finder_expr(f, s, x->a);
    case EXPR_BINARY:
        return find_binary(f, s, x);
    case EXPR_CONDITION:
        return find_condition(f, s, x);
    case EXPR_SEQ:
        return find_seq(f, s, x);
    case EXPR_MINUS:
    case EXPR_RANGE:
        finder_spoil(f, finder_expr(f, s, x->a));
        return SPOILT;
    case EXPR_ME:
        return SPOILT;
    case EXPR_SHAPE:
        find_all(f, s, x);
        if (x->shape == SHAPE_SORTED && x->a)
            finder_spoil(f, f->fields[x->a->type.record] + x->key);
        return NOTHING;
    case EXPR_CALL:
        for (uint32_t i = 0; i < x->item_count; i++)
            finder_unite(f, finder_expr(f, s, x->items[i]), f->functions[x->index].locals + i);
        return f->functions[x->index].result;
    case EXPR_INDEX:
        finder_spoil(f, finder_expr(f, s, x->b));
        if (x->a->kind != EXPR_FIELD)
            return s->state + x->index;
        finder_expr(f, s, x->a->a);
        return f->fields[x->a->a->type.record] + x->index;
    default:
        f->unknown = true;
        return SPOILT;
    }
}
