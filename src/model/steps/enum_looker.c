// SPDX-License-Identifier: MIT
// See enum_looker.h.

#include "model/steps/enum_looker.h"

#include "model/steps/enum_permutation.h"
#include "model/syntax/finite_type.h"

void cut(looker *l, uint32_t of, int64_t at)
{
    if (at >= 0 && at <= MODEL_MAX_NAMES)
        l->s->cut[of][at] = true;
}

static void cut_out(looker *l, uint32_t of, int64_t item)
{
    cut(l, of, item);
    cut(l, of, item + 1);
}

// Calls `each` for every enum in a type.
static void each_enum(const model *m, type t, void (*each)(looker *l, type t), looker *l)
{
    if (t.kind == TYPE_ENUM)
        each(l, t);
    for (uint32_t i = 0; i < t.part_count; i++)
        each_enum(m, t.parts[i], each, l);
    for (uint32_t i = 0; t.kind == TYPE_MESSAGE && i < m->message_count; i++)
        for (uint32_t k = 0; k < m->messages[i].param_count; k++)
            each_enum(m, m->messages[i].params[k].type, each, l);
}

static void cut_ends(looker *l, type t)
{
    if (t.ranged) {
        cut(l, t.record, t.low);
        cut(l, t.record, t.high + 1);
    }
}

void cut_all(looker *l, type t)
{
    int64_t low = t.ranged ? t.low : 0, high = t.ranged ? t.high : MODEL_MAX_NAMES - 1;
    for (int64_t i = low; i <= high + 1; i++)
        cut(l, t.record, i);
}

// What a local holds that was given nothing is its first name, or none.
static void cut_first(looker *l, type t)
{
    if (!t.optional)
        cut_out(l, t.record, 0);
}

void look_type(looker *l, type t)
{
    each_enum(l->m, t, cut_ends, l);
}

void spoil(looker *l, type t)
{
    each_enum(l->m, t, cut_all, l);
}

static bool is_name(const expr *x)
{
    return x->kind == EXPR_INT && x->type.kind == TYPE_ENUM;
}

// What is compared with a name is on one side of it or on the other.
static void look_order(looker *l, const expr *x)
{
    const expr *name = is_name(x->b) ? x->b : x->a, *other = is_name(x->b) ? x->a : x->b;
    bool below = name == x->b ? x->op == OP_LT || x->op == OP_GE : x->op == OP_GT || x->op == OP_LE;
    cut(l, name->type.record, name->number + !below);
    if (is_name(other))
        cut_out(l, other->type.record, other->number);
    else
        look_expr(l, other);
}

static void look_set(looker *l, const expr *x)
{
    bool in[MODEL_MAX_ENUMS][MODEL_MAX_NAMES + 2] = {{false}};
    for (uint32_t i = 0; i < x->item_count; i++)
        if (is_name(x->items[i]) && !x->items[i]->instance)
            in[x->items[i]->type.record][x->items[i]->number + 1] = true;
        else
            look_expr(l, x->items[i]);
    for (uint32_t e = 0; e < MODEL_MAX_ENUMS; e++)
        for (uint32_t i = 0; i <= MODEL_MAX_NAMES; i++)
            if (in[e][i] != in[e][i + 1])
                cut(l, e, i);
}

// `must`: it is part of an invariant, and the state is wrong whether it is false or fails.
static void look_bind(looker *l, const expr *x, bool must)
{
    bool stops = x->bind == BIND_ALL || x->bind == BIND_ANY, fails = false;
    for (uint32_t i = 0; i < x->binder_count; i++) {
        look_type(l, x->binders[i].type);
        if (x->binders[i].domain)
            look_expr(l, x->binders[i].domain);
        fails |= i && x->binders[i].domain &&
                 !expr_cannot_fail(l->m, l->in, &l->known, x->binders[i].domain);
    }
    fails = fails || !expr_cannot_fail(l->m, l->in, &l->known, x->a);
    fails = fails && !(must && x->bind == BIND_ALL);
    for (uint32_t i = 0; stops && fails && i < x->binder_count; i++)
        spoil(l, x->binders[i].type);
    if (x->bind == BIND_LEAST || x->bind == BIND_MOST)
        spoil(l, x->a->type);
}

static void look_operation(looker *l, const expr *x)
{
    const expr *on = x->a->kind == EXPR_INDEX ? x->a->a : x->a;
    if (!type_many(x->a->type) || on->kind != EXPR_SHARED)
        return;
    uint32_t which = x->a->index;
    l->inserted[which] |= x->seq == SEQ_INSERT;
    l->s->sorted[which] |= x->seq == SEQ_INSERT;
    l->ordered[which] |= x->seq == SEQ_FRONT || x->seq == SEQ_BACK || x->seq == SEQ_POP ||
                         x->seq == SEQ_POP_FRONT || x->seq == SEQ_PUSH || x->seq == SEQ_PUSH_FRONT;
}

// Is a constant the same when two names change places? If so for all neighbours between two cuts,
// then for all permutations of these.
static bool same_without(const looker *l, const routine *r, uint32_t of, uint32_t item)
{
    type t = r->method->result;
    const int32_t *known = r->known;
    enum_permutation p;
    enum_permutation_init(&p);
    p.to[of][item] = (uint8_t)(item - 1);
    p.to[of][item - 1] = (uint8_t)item;
    if (t.kind != TYPE_MASK)
        return type_card(t) &&
               permuted_rank(l->m, &p, t, finite_rank(t, known)) == finite_rank(t, known);
    for (uint32_t i = 0; i < type_card(t.parts[0]); i++) {
        uint32_t to = permuted_rank(l->m, &p, t.parts[0], i);
        if ((known[i / MASK_BITS] >> i % MASK_BITS & 1) !=
            (known[to / MASK_BITS] >> to % MASK_BITS & 1))
            return false;
    }
    return true;
}

static bool holds_names(type t, uint32_t of)
{
    bool found = t.kind == TYPE_ENUM && t.record == of;
    for (uint32_t i = 0; !found && i < t.part_count; i++)
        found = holds_names(t.parts[i], of);
    return found;
}

// Of a constant counts what it is, not how it is written.
static void look_constant(looker *l, const routine *r)
{
    look_type(l, r->method->result);
    for (uint32_t e = 0; e < l->m->enum_count; e++)
        for (uint32_t i = 1; i < l->m->enums[e]->item_count; i++)
            if (holds_names(r->method->result, e) && !l->s->cut[e][i] && !same_without(l, r, e, i))
                cut(l, e, i);
}

static void look_function(looker *l, uint32_t which)
{
    if (l->asked[which])
        return;
    l->asked[which] = true;
    if (l->p->functions[which].is_known) {
        look_constant(l, &l->p->functions[which]);
        return;
    }
    const method *f = l->m->functions[which], *outer = l->in;
    const known_ranges known = l->known;
    l->in = f;
    l->known = (known_ranges){0};
    look_type(l, f->result);
    for (uint32_t i = 0; i < f->local_count; i++)
        look_type(l, variable_type(&f->locals[i]));
    look_block(l, &f->body);
    l->in = outer;
    l->known = known;
}

static bool orders(const expr *x)
{
    return x->kind == EXPR_BINARY && x->op >= OP_LT && x->op <= OP_GE &&
           x->a->type.kind != TYPE_MASK && x->b->type.kind != TYPE_MASK;
}

// Where the test has come out so.
static void look_where(looker *l, const expr *test, bool holds, const expr *x)
{
    const known_ranges known = l->known;
    known_after(&l->known, test, holds);
    look_expr(l, x);
    l->known = known;
}

static void look_operands(looker *l, const expr *x, bool must)
{
    bool lazy = x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR);
    bool both = must && x->kind == EXPR_BINARY && x->op == OP_AND;
    l->must = both || (must && x->kind == EXPR_BIND && x->bind == BIND_ALL);
    look_expr(l, x->a);
    l->must = both;
    if (lazy || x->kind == EXPR_CONDITION)
        look_where(l, x->a, x->kind == EXPR_CONDITION || x->op == OP_AND, x->b);
    else
        look_expr(l, x->b);
    l->must = false;
    if (x->kind == EXPR_CONDITION)
        look_where(l, x->a, false, x->c);
    else
        look_expr(l, x->c);
    for (uint32_t i = 0; i < x->item_count; i++)
        look_expr(l, x->items[i]);
}

void look_expr(looker *l, const expr *x)
{
    bool must = l->must;
    l->must = false;
    if (!x)
        return;
    look_type(l, x->type);
    if (is_name(x)) {
        if (!x->instance)
            cut_out(l, x->type.record, x->number);
        l->copied[x->type.record] |= x->instance;
        return;
    }
    if (x->kind == EXPR_SET) {
        look_set(l, x);
        return;
    }
    if (orders(x) && (is_name(x->a) || is_name(x->b))) {
        look_order(l, x);
        return;
    }
    if (orders(x)) {
        spoil(l, x->a->type);
        spoil(l, x->b->type);
    }
    if (x->kind == EXPR_BIND)
        look_bind(l, x, must);
    if (x->kind == EXPR_SEQ)
        look_operation(l, x);
    if (x->kind == EXPR_CALL)
        look_function(l, x->index);
    if (x->kind == EXPR_PROCEDURE)
        look_block(l, &x->callee->body);
    look_operands(l, x, must);
}

static void look_declared(looker *l, const stmt *s)
{
    look_type(l, s->declared->type);
    look_type(l, s->declared->index);
    if (s->a && !s->declared->length)
        return;
    if (!type_many(s->declared->type) && s->declared->type.kind != TYPE_MASK)
        each_enum(l->m, s->declared->type, cut_first, l);
    if (s->a) // what an item is first depends on its place
        spoil(l, s->declared->index);
}

static bool cut_copied(looker *l, const expr *x, bool cuts)
{
    bool any = x && is_name(x) && x->instance;
    if (any && cuts)
        cut_out(l, x->type.record, x->number);
    for (uint32_t i = 0; x && i < x->item_count; i++)
        any |= cut_copied(l, x->items[i], cuts);
    return any;
}

// A component that forgets gets its first values again: the first name of an enum, where nothing is
// said, and those of a list, each at its place. Composition writes them as it does instances.
static void look_reset(looker *l, const stmt *s)
{
    cut_copied(l, s->b, true);
    if (s->a->kind != EXPR_INDEX || !cut_copied(l, s->a->b, false))
        return;
    const variable *v = &l->m->shared[s->a->index];
    if (v->given || v->initial)
        spoil(l, v->index);
}

void look_block(looker *l, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (s->kind == STMT_ASSIGN && l->in && l->in->struck)
            look_reset(l, s);
        l->must = s->of_step; // false or failing, the step is wrong
        look_expr(l, s->a);
        look_expr(l, s->b);
        if (s->kind == STMT_DECLARE)
            look_declared(l, s);
        look_block(l, &s->body);
        look_block(l, &s->other);
    }
}
