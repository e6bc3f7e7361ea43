// SPDX-License-Identifier: MIT
// Expressions.

#include "model/enact/enactor.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static const char OUT_OF_RANGE[] = "the value is not in the range of its type";

const char enact_unknown[] = "this cannot be replayed yet";

enact_value enact_fail(enactor *e, uint32_t at, const char *problem)
{
    if (!e->out->problem) {
        e->out->problem = problem;
        e->out->at = at;
    }
    return (enact_value){0};
}

static enact_value one(int64_t n)
{
    return (enact_value){.cells = {n}};
}

void enact_bind(enactor *e, const char *name, type t, const enact_value *value, uint32_t at)
{
    if (e->count == ENACT_LOCALS) {
        enact_fail(e, at, "there are too many variables");
        return;
    }
    e->locals[e->count++] = (enact_local){name, t, *value};
}

static enact_local *local_of(enactor *e, const expr *x)
{
    for (uint32_t i = e->count; i-- > e->frame;)
        if (strcmp(e->locals[i].name, x->name) == 0)
            return &e->locals[i];
    enact_fail(e, x->at, "this variable has no value");
    return NULL;
}

enact_value enact_parameter(const component *c, uint32_t i, int64_t who)
{
    enact_value made = {0};
    if (c->is_operation)
        return one(who);
    const system_part *part = c->part;
    for (uint32_t k = part->domain_count; k-- > i + 1;)
        who /= type_card(part->domains[k]);
    enact_at(part->domains[i], (uint64_t)who % type_card(part->domains[i]), made.cells);
    return made;
}

static enact_value parameter(enactor *e, const expr *x)
{
    const unit *u = e->part->component->u;
    for (uint32_t i = 0; i < u->param_count; i++)
        if (strcmp(u->params[i].name, x->name) == 0)
            return enact_parameter(e->part->component, i, e->who);
    return enact_fail(e, x->at, "this parameter has no value");
}

static int64_t *item_of(enactor *e, const expr *x)
{
    const variable *v = &e->s->m->shared[x->a->index];
    type index = v->index.kind == TYPE_UNIT
                     ? (type){.kind = TYPE_INT, .ranged = true, .high = v->length - 1}
                     : v->index;
    enact_value at = enact_eval_as(e, x->b, index);
    uint64_t rank = enact_failed(e) ? 0 : enact_rank(index, at.cells);
    if (rank >= v->length) {
        enact_fail(e, x->b->at, "there is no such item");
        return NULL;
    }
    return enact_variable(e->part, e->state, x->a->index) + rank * enact_width(variable_type(v));
}

int64_t *enact_place(enactor *e, const expr *x)
{
    if (x->kind == EXPR_LOCAL) {
        enact_local *l = local_of(e, x);
        return l ? l->value.cells : NULL;
    }
    if (x->kind == EXPR_SHARED && x->index != UINT32_MAX)
        return enact_variable(e->part, e->state, x->index);
    if (x->kind == EXPR_INDEX && !enact_is_entry(e, x))
        return item_of(e, x);
    if (x->kind == EXPR_ITEM) {
        int64_t *whole = enact_place(e, x->a);
        return whole ? whole + enact_offset(x->a->type, x->index) : NULL;
    }
    enact_fail(e, x->at, "this is no variable");
    return NULL;
}

static enact_value read_place(enactor *e, const expr *x)
{
    enact_value made = {0};
    if (enact_is_entry(e, x))
        return enact_open_entry(e, x);
    const int64_t *from = enact_place(e, x);
    if (from)
        memcpy(made.cells, from, enact_width(x->type) * sizeof *from);
    return made;
}

static enact_value part_of(enactor *e, const expr *x)
{
    enact_value whole = enact_eval(e, x->a), made = {0};
    memcpy(made.cells, whole.cells + enact_offset(x->a->type, x->index),
           enact_width(x->type) * sizeof *made.cells);
    return made;
}

static enact_value tuple(enactor *e, const expr *x)
{
    enact_value made = {0};
    for (uint32_t i = 0; i < x->item_count; i++) {
        enact_value part = enact_eval_as(e, x->items[i], x->type.parts[i]);
        memcpy(made.cells + enact_offset(x->type, i), part.cells,
               enact_width(x->type.parts[i]) * sizeof *made.cells);
    }
    return made;
}

static enact_value arithmetic(enactor *e, binary_op op, int64_t a, int64_t b, uint32_t at)
{
    int64_t made = 0;
    bool overflows = false;
    if ((op == OP_DIV || op == OP_MOD) && b == 0)
        return enact_fail(e, at, "a division by zero");
    if ((op == OP_LEFT || op == OP_RIGHT) && !shifts(b))
        return enact_fail(e, at, "a shift by fewer than 0 or more than 31 bits");
    switch (op) {
    case OP_ADD:
        overflows = __builtin_add_overflow(a, b, &made);
        break;
    case OP_SUB:
        overflows = __builtin_sub_overflow(a, b, &made);
        break;
    case OP_MUL:
        overflows = __builtin_mul_overflow(a, b, &made);
        break;
    case OP_DIV:
        overflows = b == -1 && __builtin_sub_overflow((int64_t)0, a, &made);
        made = b == -1 ? made : a / b;
        break;
    case OP_MOD:
        made = b == -1 ? 0 : a % b;
        break;
    case OP_LEFT:
        overflows = __builtin_mul_overflow(a, INT64_C(1) << b, &made);
        break;
    case OP_RIGHT:
        made = shifted_right(a, b);
        break;
    case OP_BIT_AND:
        made = a & b;
        break;
    case OP_BIT_OR:
        made = a | b;
        break;
    default:
        made = a ^ b;
    }
    return overflows ? enact_fail(e, at, "the result is not an integer of 64 bits") : one(made);
}

int enact_ordered(enactor *e, const expr *a, const enact_value *x, const expr *b,
                  const enact_value *y)
{
    bool literal = a->kind == EXPR_TUPLE && b->kind != EXPR_TUPLE;
    type t = a->type.kind == TYPE_NONE || literal ? b->type : a->type;
    return enact_compare(e->s, t, x->cells, y->cells);
}

static bool holds(binary_op op, int order)
{
    switch (op) {
    case OP_EQ:
        return order == 0;
    case OP_NE:
        return order != 0;
    case OP_LT:
        return order < 0;
    case OP_LE:
        return order <= 0;
    case OP_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

static enact_value binary(enactor *e, const expr *x)
{
    if (x->op == OP_AND || x->op == OP_OR) {
        bool first = enact_true(e, x->a);
        return one(first == (x->op == OP_AND) ? enact_true(e, x->b) : first);
    }
    enact_value a = enact_eval(e, x->a), b = enact_eval(e, x->b);
    if (enact_failed(e))
        return a;
    const expr *set = x->a->type.kind == TYPE_MASK ? x->a : x->b;
    if (type_is_open_set(e->s->m, set->type))
        return enact_open_binary(e, x->op, set->type.parts[0], a.cells[0], b.cells[0]);
    if (set->type.kind == TYPE_MASK)
        return enact_set_binary(e, x->op, a.cells[0], b.cells[0]);
    if (x->op >= OP_ADD)
        return arithmetic(e, x->op, a.cells[0], b.cells[0], x->at);
    return one(holds(x->op, enact_ordered(e, x->a, &a, x->b, &b)));
}

static enact_value held(enactor *e, const expr *x)
{
    enact_value v = enact_eval(e, x->a);
    return v.cells[0] == ENACT_NONE ? enact_fail(e, x->at, "there is no value") : v;
}

enact_value enact_eval(enactor *e, const expr *x)
{
    if (enact_failed(e))
        return one(0);
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        return one(x->number);
    case EXPR_NONE:
        return one(ENACT_NONE);
    case EXPR_SHARED:
        return x->index == UINT32_MAX ? parameter(e, x) : read_place(e, x);
    case EXPR_LOCAL:
    case EXPR_INDEX:
        return read_place(e, x);
    case EXPR_ITEM:
        return part_of(e, x);
    case EXPR_NOT:
        return one(!enact_true(e, x->a));
    case EXPR_MINUS:
        return arithmetic(e, OP_SUB, 0, enact_eval(e, x->a).cells[0], x->at);
    case EXPR_VALUE:
        return held(e, x);
    case EXPR_BINARY:
        return binary(e, x);
    case EXPR_CONDITION:
        return enact_eval_as(e, enact_true(e, x->a) ? x->b : x->c, x->type);
    case EXPR_TUPLE:
        return tuple(e, x);
    case EXPR_CALL:
        return enact_call(e, x);
    case EXPR_SET:
        return enact_eval_set(e, x);
    case EXPR_IN:
        return one(enact_member(e, x->a, x->b));
    case EXPR_SEQ:
        return enact_eval_operation(e, x);
    case EXPR_BIND:
        return enact_eval_bind(e, x);
    default:
        return enact_fail(e, x->at, enact_unknown);
    }
}

enact_value enact_eval_as(enactor *e, const expr *x, type want)
{
    enact_value v = enact_eval(e, x);
    return enact_failed(e) || enact_fits(e->s, want, v.cells) ? v
                                                              : enact_fail(e, x->at, OUT_OF_RANGE);
}

bool enact_true(enactor *e, const expr *x)
{
    return enact_eval(e, x).cells[0] != 0 && !enact_failed(e);
}
