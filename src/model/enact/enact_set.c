// SPDX-License-Identifier: MIT
// Sets of finite types, and what is said of the items of all sets. A set of so many values that it is no value
// itself, such as all majorities of nine, is only ever asked for an item: then what is said of the
// items is asked instead.

#include "model/enact/enactor.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static enact_value one(int64_t n)
{
    return (enact_value){.cells = {n}};
}

uint64_t enact_bit(enactor *e, type item, const expr *x)
{
    enact_value v = enact_eval_as(e, x, item);
    uint64_t rank = enact_failed(e) ? 0 : enact_rank(item, v.cells);
    if (rank < ENACT_ITEMS)
        return UINT64_C(1) << rank;
    enact_fail(e, x->at, "the set has too many values");
    return 0;
}

enact_value enact_eval_set(enactor *e, const expr *x)
{
    uint64_t bits = 0;
    if (type_is_open_set(e->s->m, x->type))
        return enact_open_literal(e, x);
    for (uint32_t i = 0; i < x->item_count; i++)
        bits |= enact_bit(e, x->type.parts[0], x->items[i]);
    return one((int64_t)bits);
}

enact_value enact_set_binary(enactor *e, binary_op op, int64_t a, int64_t b)
{
    (void)e;
    switch (op) {
    case OP_BIT_OR:
        return one(a | b);
    case OP_BIT_AND:
        return one(a & b);
    case OP_BIT_XOR:
        return one(a ^ b);
    case OP_SUB:
        return one(a & ~b);
    case OP_EQ:
        return one(a == b);
    case OP_NE:
        return one(a != b);
    case OP_LE:
        return one((a & ~b) == 0);
    case OP_GE:
        return one((b & ~a) == 0);
    case OP_LT:
        return one((a & ~b) == 0 && a != b);
    default:
        return one((b & ~a) == 0 && a != b);
    }
}

// ---- Membership ----

static bool is_value(const expr *set)
{
    uint32_t card = type_card(set->type.parts[0]);
    return card && card <= ENACT_ITEMS;
}

// v is of the items' type.
static bool in_set(enactor *e, const enact_value *v, const expr *set);

static bool in_large_bind(enactor *e, const enact_value *v, const expr *set)
{
    const binder *b = &set->binders[0];
    if (set->bind == BIND_MAJORITIES) {
        uint64_t all = (UINT64_C(1) << type_card(b->type)) - 1, q = (uint64_t)v->cells[0];
        if (b->domain)
            all = (uint64_t)enact_eval(e, b->domain).cells[0];
        return (q & ~all) == 0 && __builtin_popcountll(q) > __builtin_popcountll(all & ~q);
    }
    if (set->bind != BIND_FILTER) {
        enact_fail(e, set->at, "the set has too many values");
        return false;
    }
    if (b->domain && !in_set(e, v, b->domain))
        return false;
    uint32_t before = e->count;
    enact_bind(e, b->name, b->type, v, b->at);
    bool in = enact_true(e, set->a);
    e->count = before;
    return in;
}

static bool in_constant(enactor *e, const enact_value *v, const expr *call)
{
    const method *f = e->s->m->functions[call->index];
    uint32_t frame = e->frame;
    if (!f->is_constant || f->param_count) {
        enact_fail(e, call->at, "the set has too many values");
        return false;
    }
    e->frame = e->count;
    bool in = in_set(e, v, f->body.items[0]->a);
    e->frame = frame;
    return in;
}

static bool in_set(enactor *e, const enact_value *v, const expr *set)
{
    if (type_is_open_set(e->s->m, set->type))
        return enact_open_has(e, set->type.parts[0], enact_eval(e, set).cells[0], v);
    if (is_value(set))
        return enact_eval(e, set).cells[0] >> enact_rank(set->type.parts[0], v->cells) & 1;
    if (set->kind == EXPR_CALL)
        return in_constant(e, v, set);
    if (set->kind == EXPR_BIND)
        return in_large_bind(e, v, set);
    if (set->kind == EXPR_SET) {
        bool in = false;
        for (uint32_t i = 0; i < set->item_count && !in; i++) {
            enact_value item = enact_eval(e, set->items[i]);
            in = enact_compare(e->s, set->type.parts[0], item.cells, v->cells) == 0;
        }
        return in;
    }
    if (set->kind == EXPR_BINARY) {
        bool a = in_set(e, v, set->a), b = in_set(e, v, set->b);
        return set->op == OP_BIT_OR    ? a || b
               : set->op == OP_BIT_AND ? a && b
               : set->op == OP_SUB     ? a && !b
                                       : a != b;
    }
    enact_fail(e, set->at, "the set has too many values");
    return false;
}

bool enact_member(enactor *e, const expr *item, const expr *set)
{
    if (set->kind == EXPR_NAME) { // of a type: a part of an enum, or a range
        enact_value v = enact_eval(e, item);
        return !enact_failed(e) && enact_fits(e->s, set->type, v.cells);
    }
    if (set->kind == EXPR_SET) { // a comparison with each
        enact_value v = enact_eval(e, item);
        bool in = false;
        for (uint32_t i = 0; i < set->item_count && !enact_failed(e); i++) {
            enact_value other = enact_eval(e, set->items[i]);
            in |= enact_ordered(e, item, &v, set->items[i], &other) == 0;
        }
        return in && !enact_failed(e);
    }
    enact_value v = enact_eval_as(e, item, set->type.parts[0]);
    return !enact_failed(e) && in_set(e, &v, set) && !enact_failed(e);
}

enact_value enact_eval_operation(enactor *e, const expr *x)
{
    bool open = type_is_open_set(e->s->m, x->a->type);
    if (x->a->type.use == USE_MACHINE)
        return enact_machine_operation(e, x);
    if (x->a->type.kind == TYPE_SEQ)
        return enact_seq_operation(e, x);
    bool counts = strcmp(x->name, "len") == 0;
    if (counts || strcmp(x->name, "empty") == 0) {
        int64_t set = enact_eval(e, x->a).cells[0];
        size_t count = enact_failed(e) ? 0
                       : open          ? enact_many_count(set)
                                       : (size_t)__builtin_popcountll((uint64_t)set);
        return one(counts ? (int64_t)count : count == 0);
    }
    return one(enact_member(e, x->items[0], x->a));
}

// ---- What goes through items ----

typedef struct going {
    const expr *x;
    enact_value result;
    enact_many *items; // that are collected, if the result is a set of what has no end
    bool found, done;
} going;

static void collect(enactor *e, const going *g, const enact_value *v)
{
    if (!enact_failed(e))
        enact_open_put(e, g->items, g->x->type.parts[0], v);
}

static void look(enactor *e, going *g)
{
    const expr *x = g->x;
    if (x->bind == BIND_ALL || x->bind == BIND_ANY) {
        bool holds = enact_true(e, x->a);
        g->done = holds == (x->bind == BIND_ANY);
        if (g->done)
            g->result = one(holds);
        return;
    }
    if (x->bind == BIND_FILTER) {
        const enact_local *l = &e->locals[e->count - 1];
        bool in = enact_true(e, x->a);
        if (in && g->items)
            collect(e, g, &l->value);
        else if (in)
            g->result.cells[0] |= INT64_C(1) << enact_rank(l->type, l->value.cells);
        return;
    }
    if (x->b && !enact_true(e, x->b))
        return;
    if (x->bind == BIND_MAP && g->items) {
        enact_value v = enact_eval_as(e, x->a, x->type.parts[0]);
        collect(e, g, &v);
        return;
    }
    if (x->bind == BIND_MAP) {
        g->result.cells[0] |= (int64_t)enact_bit(e, x->type.parts[0], x->a);
        return;
    }
    enact_value v = enact_eval_as(e, x->a, x->type);
    int order = enact_failed(e) ? 0 : enact_compare(e->s, x->type, v.cells, g->result.cells);
    if (!g->found || (x->bind == BIND_LEAST ? order < 0 : order > 0))
        g->result = v;
    g->found = true;
}

static void go_through(enactor *e, going *g, uint32_t number);

static void go_on_with(enactor *e, going *g, uint32_t number, const enact_value *v)
{
    const binder *b = &g->x->binders[number];
    uint32_t before = e->count;
    enact_bind(e, b->name, b->type, v, b->at);
    go_through(e, g, number + 1);
    e->count = before;
}

// Through what is kept: the items of a set, or the indices of an array, that are of the variable's type.
static void go_through_open(enactor *e, going *g, uint32_t number, bool array)
{
    const binder *b = &g->x->binders[number];
    int64_t kept = array ? *enact_variable(e->part, e->state, b->domain->index)
                         : enact_eval(e, b->domain).cells[0];
    for (size_t i = 0; !g->done && !enact_failed(e) && i < enact_many_count(kept); i++) {
        enact_value v = {0};
        memcpy(v.cells, enact_many_item(kept, i), enact_width(b->type) * sizeof *v.cells);
        if (enact_fits(e->s, b->type, v.cells))
            go_on_with(e, g, number, &v);
    }
}

static void go_through(enactor *e, going *g, uint32_t number)
{
    if (number == g->x->binder_count) {
        look(e, g);
        return;
    }
    const binder *b = &g->x->binders[number];
    enact_value v = {0};
    if (b->domain && b->domain->kind == EXPR_SET) {
        for (uint32_t i = 0; i < b->domain->item_count && !g->done && !enact_failed(e); i++) {
            v = enact_eval_as(e, b->domain->items[i], b->type);
            go_on_with(e, g, number, &v);
        }
        return;
    }
    bool array = b->domain && is_open_array(e->s->m, b->domain);
    if (b->domain && (array || type_is_open_set(e->s->m, b->domain->type))) {
        go_through_open(e, g, number, array);
        return;
    }
    bool known = b->domain && is_value(b->domain);
    uint64_t bits = known ? (uint64_t)enact_eval(e, b->domain).cells[0] : 0;
    for (uint32_t rank = 0; rank < type_card(b->type) && !g->done && !enact_failed(e); rank++) {
        enact_at(b->type, rank, v.cells);
        if (!b->domain || (known ? bits >> rank & 1 : in_set(e, &v, b->domain)))
            go_on_with(e, g, number, &v);
    }
}

static enact_value majorities(enactor *e, const expr *x)
{
    uint32_t quorums = type_card(x->type.parts[0]);
    uint64_t bits = 0;
    if (!is_value(x))
        return enact_fail(e, x->at, "the set has too many values");
    for (uint32_t q = 0; q < quorums; q++) {
        enact_value v = one(q);
        if (in_large_bind(e, &v, x))
            bits |= UINT64_C(1) << q;
    }
    return one((int64_t)bits);
}

enact_value enact_eval_bind(enactor *e, const expr *x)
{
    if (x->bind == BIND_MAJORITIES)
        return majorities(e, x);
    going g = {.x = x, .result = one(x->bind == BIND_ALL)};
    if (type_is_open_set(e->s->m, x->type))
        g.items = enact_open_new(e, enact_width(x->type.parts[0]));
    else if (x->bind == BIND_FILTER && !is_value(x))
        return enact_fail(e, x->at, "the set has too many values");
    go_through(e, &g, 0);
    if (g.items)
        return one(enact_many_cell(g.items));
    if ((x->bind == BIND_LEAST || x->bind == BIND_MOST) && !g.found)
        return enact_fail(e, x->at, "the set is empty");
    return g.result;
}
