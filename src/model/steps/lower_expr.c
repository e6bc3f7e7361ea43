// SPDX-License-Identifier: MIT
// Lowering expressions.
//
// Operands are evaluated from left to right; in `p.f = e` first p, then e, then
// the store. Each access in an expression gets a temporary. A temporary that is
// used in the step that made it is a C variable; one that must survive to a
// later step is a cell of the thread, and is zeroed when its statement is done,
// so that it never tells two states apart for longer than it is needed.

#include "base/memory.h"
#include "model/steps/lowering.h"
#include "model/syntax/finite_type.h"

#include <string.h>

instr *lower_add(lowering *l, instr_kind kind, uint32_t at)
{
    routine *r = l->r;
    MEMORY_GROW(r->code, r->capacity, r->count + 1);
    instr *i = &r->code[r->count++];
    *i = (instr){.kind = kind, .at = at};
    if (l->s) {
        i->from = l->s->at;
        i->end = l->s->end;
        i->claims = l->s->of_step;
        i->row = l->s->row;
    }
    i->via = l->via;
    bool access = kind == INSTR_LOAD || kind == INSTR_STORE || kind == INSTR_CAS ||
                  kind == INSTR_FREE || kind == INSTR_ATOMIC || kind == INSTR_DCAS ||
                  kind == INSTR_SWAP || kind == INSTR_FAA || kind == INSTR_LOCK ||
                  kind == INSTR_UNLOCK || kind == INSTR_LL || kind == INSTR_SC ||
                  kind == INSTR_MANY || (kind == INSTR_NEW && l->p->manual);
    i->yields = access && !l->atomic && !l->is_init;
    return i;
}

bool place_silent(const lowering *l, const place *p)
{
    const variable *v = program_variable(l->p, l->r, p);
    return p->local || v->ghost || v->own;
}

slot temp_new(lowering *l, type t)
{
    routine *r = l->r;
    MEMORY_GROW(r->temps, r->temp_capacity, r->temp_count + 1);
    r->temps[r->temp_count] = (temporary){.type = t};
    return (slot){SLOT_TEMP, r->temp_count++};
}

slot temps_new(lowering *l, type t)
{
    slot first = temp_new(l, type_part(t, 0));
    for (uint32_t i = 1; i < type_width(t); i++)
        temp_new(l, type_part(t, i));
    return first;
}

const expr *lower_fit(lowering *l, const expr *value, type want)
{
    REQUIRE(value);
    bool inside =
        value->type.ranged && value->type.low >= want.low && value->type.high <= want.high;
    if (value->kind == EXPR_INT)
        inside = value->number >= want.low && value->number <= want.high;
    if (!want.ranged || inside || value->kind == EXPR_NONE)
        return value;
    // What was read has no place of its own: then it is the statement's.
    uint32_t at = value->at || !l->s ? value->at : l->s->at;
    expr *x = made_expr(l, EXPR_RANGE, at, want);
    set_operands(x, value, NULL);
    return x;
}

static bool compares_tuples(const expr *x)
{
    return x->kind == EXPR_BINARY && x->a->type.kind == TYPE_TUPLE;
}

static bool has_access(const expr *x)
{
    if (!x)
        return false;
    switch (x->kind) {
    case EXPR_SHARED:
    case EXPR_FIELD:
    case EXPR_INDEX:
    case EXPR_CAS:
    case EXPR_DCAS:
    case EXPR_SWAP:
    case EXPR_FAA:
    case EXPR_LL:
    case EXPR_SC:
    case EXPR_NEW:
    case EXPR_CHOOSE:
    case EXPR_CALL:
    case EXPR_PROCEDURE:
    case EXPR_SEQ:
    case EXPR_ITEM: // of a call
        return true;
    default:
        if (is_set_expr(x))
            return true;
        return compares_tuples(x) || has_access(x->a) || has_access(x->b) || has_access(x->c);
    }
}

// All parts the same; or the order of the first that differ.
static const expr *lower_tuple_compare(lowering *l, const expr *x)
{
    const expr *a[MODEL_MAX_PARTS] = {0}, *b[MODEL_MAX_PARTS] = {0}, *all = NULL;
    lower_parts(l, x->a, a);
    lower_parts(l, x->b, b);
    if (x->op >= OP_LT) {
        bool swap = x->op == OP_GT || x->op == OP_LE, negate = x->op == OP_LE || x->op == OP_GE;
        const expr *less = lower_less(l, swap ? b : a, swap ? a : b, type_width(x->a->type), x->at);
        return negate ? not_expr(l, less, x->at) : less;
    }
    for (uint32_t i = 0; i < type_width(x->a->type); i++) {
        const expr *one = binary_expr(l, OP_EQ, a[i], b[i], x->at);
        all = all ? binary_expr(l, OP_AND, all, one, x->at) : one;
    }
    return x->op == OP_NE ? not_expr(l, all, x->at) : all;
}

const expr *lower_value(lowering *l, const expr *x)
{
    if (!has_access(x))
        return x;
    if (compares_tuples(x))
        return lower_tuple_compare(l, x);
    if (x->kind == EXPR_ITEM) {
        const expr *parts[MODEL_MAX_PARTS];
        lower_parts(l, x->a, parts);
        return parts[tuple_offset(x->a->type, x->index)];
    }
    if (is_set_expr(x)) {
        const expr *only[MODEL_MAX_PARTS];
        lower_set(l, x, only);
        return only[0];
    }
    if (x->kind == EXPR_CONDITION && type_width(x->type) == 1 && !has_access(x->b) &&
        !has_access(x->c)) {
        expr *pure = made_expr(l, x->kind, x->at, x->type);
        set_operands(pure, lower_value(l, x->a), x->b);
        pure->c = x->c;
        return pure;
    }
    bool compound = x->kind == EXPR_NOT || x->kind == EXPR_MINUS || x->kind == EXPR_VALUE ||
                    (x->kind == EXPR_BINARY && x->op != OP_AND && x->op != OP_OR);
    if (x->kind == EXPR_BINARY && !compound && !has_access(x->b))
        compound = true;
    if (compound) {
        expr *pure = made_expr(l, x->kind, x->at, x->type);
        *pure = *x;
        const expr *a = lower_value(l, x->a);
        set_operands(pure, a, x->b ? lower_value(l, x->b) : NULL);
        return pure;
    }
    slot to = temp_new(l, x->type);
    lower_into(l, x, to);
    return temp_expr(l, to);
}

place lower_place(lowering *l, const expr *x)
{
    const expr *whole = x->kind == EXPR_INDEX ? x->a : x;
    place p = {.index = x->index, .owner = l->owner, .local = whole->kind == EXPR_LOCAL};
    p.before = whole->before;
    l->r->looks_back |= p.before;
    if (whole->kind == EXPR_FIELD) {
        p.base = lower_value(l, whole->a);
        p.record = whole->a->type.record;
    }
    if (x->kind == EXPR_INDEX)
        p.at = lower_rank(l, x->b, program_variable(l->p, l->r, &p)->index);
    return p;
}

// Several cells are read or written in one step of their own.
static void begin_together(lowering *l, const place *where, uint32_t at)
{
    if (!place_silent(l, where))
        lower_add(l, INSTR_ATOMIC, at);
    l->atomic++;
}

void load_parts(lowering *l, const place *where, type t, uint32_t at, const expr **out)
{
    slot first = temps_new(l, t);
    begin_together(l, where, at);
    for (uint32_t i = 0; i < type_width(t); i++) {
        instr *n = lower_add(l, INSTR_LOAD, at);
        n->place = *where;
        n->place.index += i;
        n->to = (slot){SLOT_TEMP, first.index + i};
        out[i] = temp_expr(l, n->to);
    }
    l->atomic--;
}

void lower_parts(lowering *l, const expr *x, const expr **out)
{
    if (type_width(x->type) == 1) {
        out[0] = lower_value(l, x);
    } else if (x->kind == EXPR_TUPLE) {
        for (uint32_t i = 0; i < x->item_count; i++)
            lower_parts(l, x->items[i], out + tuple_offset(x->type, i));
    } else if (is_set_expr(x)) {
        lower_set(l, x, out);
    } else if (x->kind == EXPR_ITEM) {
        const expr *parts[MODEL_MAX_PARTS];
        lower_parts(l, x->a, parts);
        memcpy(out, parts + tuple_offset(x->a->type, x->index), type_width(x->type) * sizeof *out);
    } else if (x->kind == EXPR_CALL || x->kind == EXPR_SEQ || x->kind == EXPR_PROCEDURE) {
        slot first = temps_new(l, x->type);
        lower_into(l, x, first);
        for (uint32_t i = 0; i < type_width(x->type); i++)
            out[i] = temp_expr(l, (slot){SLOT_TEMP, first.index + i});
    } else if (x->kind == EXPR_SWAP) {
        lower_swap(l, x, out);
    } else if (x->kind == EXPR_CONDITION) {
        slot first = temps_new(l, x->type);
        lower_branches(l, x, first);
        for (uint32_t i = 0; i < type_width(x->type); i++)
            out[i] = temp_expr(l, (slot){SLOT_TEMP, first.index + i});
    } else if (x->kind == EXPR_LOCAL) {
        for (uint32_t i = 0; i < type_width(x->type); i++) {
            expr *part = made_expr(l, EXPR_LOCAL, x->at, type_part(x->type, i));
            part->index = x->index + i;
            out[i] = part;
        }
    } else {
        place where = lower_place(l, x);
        load_parts(l, &where, x->type, x->at, out);
    }
}

void lower_store(lowering *l, const place *where, const expr *const *values, uint32_t count,
                 uint32_t at)
{
    bool together = count > 1;
    if (together)
        begin_together(l, where, at);
    for (uint32_t i = 0; i < count; i++) {
        instr *n = lower_add(l, INSTR_STORE, at);
        n->place = *where;
        n->place.index += i;
        n->a = values[i];
        n->yields &= !place_silent(l, where);
    }
    l->atomic -= together;
}

void lower_move(lowering *l, slot to, const expr *value, uint32_t at)
{
    instr *i = lower_add(l, INSTR_MOVE, at);
    i->to = to;
    i->a = value;
}

// Items of a `new` or arguments of a call, cell by cell, each fit for its variable.
static void lower_items(lowering *l, const expr *x, const variable *want, instr_kind kind, slot to)
{
    const expr **items =
        model_allocate(l->p->scratch, (MODEL_MAX_PARTS * x->item_count + 1) * sizeof *items);
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->item_count; i++) {
        const expr *parts[MODEL_MAX_PARTS] = {NULL};
        lower_parts(l, x->items[i], parts);
        for (uint32_t k = 0; k < type_width(x->items[i]->type); k++, count++)
            items[count] = lower_fit(l, parts[k], want[count].type);
    }
    instr *n = lower_add(l, kind, x->at);
    n->to = to;
    n->items = items;
    n->item_count = count;
    n->width = type_width(x->type);
    n->record = kind == INSTR_NEW ? x->type.record : x->index;
    n->before = x->before;
    l->r->looks_back |= x->before;
}

static void lower_plain(lowering *l, const expr *x, slot to)
{
    if (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR) && has_access(x->b)) {
        // The left side must not show in a variable before the whole is known.
        slot inner = to.kind == SLOT_TEMP ? to : temp_new(l, x->type);
        lower_shortcut(l, x, inner);
        if (to.kind != SLOT_TEMP)
            lower_move(l, to, temp_expr(l, inner), x->at);
        return;
    }
    bool branches = x->kind == EXPR_CONDITION && (has_access(x->b) || has_access(x->c));
    slot inner = branches ? temp_new(l, x->type) : (slot){0};
    if (branches)
        lower_branches(l, x, inner);
    const expr *value = branches ? temp_expr(l, inner) : lower_value(l, x);
    lower_move(l, to, value, x->at);
}

// A procedure may return in several places, and so writes to its result early.
static void lower_procedure_into(lowering *l, const expr *x, slot to)
{
    slot made = to.kind == SLOT_TEMP ? to : temps_new(l, x->type);
    lower_procedure(l, x, made);
    if (to.kind != SLOT_TEMP)
        lower_move(l, to, temp_expr(l, made), x->at);
}

// Must the value be looked at before it is in its variable?
static bool narrows(const lowering *l, const expr *x, slot to)
{
    type want = to.kind == SLOT_LOCAL    ? l->r->method->locals[to.index].type
                : to.kind == SLOT_RESULT ? type_part(l->r->method->result, to.index)
                                         : (type){0};
    return want.ranged && (x->type.kind == TYPE_INT || x->type.kind == TYPE_ENUM);
}

void lower_into(lowering *l, const expr *x, slot to)
{
    if (narrows(l, x, to)) {
        type want = to.kind == SLOT_LOCAL ? l->r->method->locals[to.index].type
                                          : type_part(l->r->method->result, to.index);
        const expr *value = lower_fit(l, lower_value(l, x), want);
        lower_move(l, to, value, x->at);
        return;
    }
    if (is_set_expr(x)) {
        lower_move(l, to, lower_value(l, x), x->at);
        return;
    }
    switch (x->kind) {
    case EXPR_SHARED:
    case EXPR_FIELD:
    case EXPR_INDEX:
        lower_access(l, x, INSTR_LOAD, to);
        break;
    case EXPR_SWAP:
        lower_access(l, x, INSTR_SWAP, to);
        break;
    case EXPR_FAA:
        lower_access(l, x, INSTR_FAA, to);
        break;
    case EXPR_LL:
        lower_access(l, x, INSTR_LL, to);
        break;
    case EXPR_SC:
        lower_access(l, x, INSTR_SC, to);
        break;
    case EXPR_DCAS:
        lower_dcas(l, x, to);
        break;
    case EXPR_CHOOSE:
        lower_choose(l, x, to);
        break;
    case EXPR_CAS:
        lower_cas(l, x, to);
        break;
    case EXPR_NEW:
        lower_items(l, x, l->p->model->records[x->type.record]->fields, INSTR_NEW, to);
        break;
    case EXPR_CALL:
        lower_items(l, x, l->p->model->functions[x->index]->locals, INSTR_CALL, to);
        break;
    case EXPR_SEQ:
        lower_many(l, x, to);
        break;
    case EXPR_PROCEDURE:
        lower_procedure_into(l, x, to);
        break;
    default:
        lower_plain(l, x, to);
        break;
    }
}
