// SPDX-License-Identifier: MIT
// Lowering: from the tree to instructions.
//
// Operands are evaluated from left to right; in `p.f = e` first p, then e, then
// the store. Each access in an expression gets a temporary. A temporary that is
// used in the step that made it is a C variable; one that must survive to a
// later step is a cell of the thread, and is zeroed when its statement is done,
// so that it never tells two states apart for longer than it is needed.

#include "model/lower.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct lowering {
    program *p;
    routine *r;
    const stmt *s; // the statement around
    uint32_t atomic;
    bool is_init;
    uint32_t break_label, continue_label;
} lowering;

static instr *add(lowering *l, instr_kind kind, uint32_t at)
{
    routine *r = l->r;
    MEMORY_GROW(r->code, r->capacity, r->count + 1);
    instr *i = &r->code[r->count++];
    *i = (instr){.kind = kind, .at = at};
    if (l->s) {
        i->from = l->s->at;
        i->end = l->s->end;
    }
    bool access = kind == INSTR_LOAD || kind == INSTR_STORE || kind == INSTR_CAS ||
                  kind == INSTR_FREE || kind == INSTR_ATOMIC || kind == INSTR_DCAS ||
                  kind == INSTR_SWAP || kind == INSTR_FAA || kind == INSTR_LOCK ||
                  kind == INSTR_UNLOCK || (kind == INSTR_NEW && l->p->manual);
    i->yields = access && !l->atomic && !l->is_init;
    return i;
}

static bool is_ghost(const lowering *l, const place *p)
{
    return !p->base && l->p->model->shared[p->index].ghost;
}

static slot temp_new(lowering *l, type t)
{
    routine *r = l->r;
    MEMORY_GROW(r->temps, r->temp_capacity, r->temp_count + 1);
    r->temps[r->temp_count] = (temporary){.type = t};
    return (slot){SLOT_TEMP, r->temp_count++};
}

static const expr *temp_expr(lowering *l, slot s)
{
    expr *x = model_allocate(l->p->scratch, sizeof *x);
    x->kind = EXPR_TEMP;
    x->index = s.index;
    x->type = l->r->temps[s.index].type;
    return x;
}

static bool has_access(const expr *x)
{
    if (!x)
        return false;
    if (x->kind == EXPR_SHARED || x->kind == EXPR_FIELD || x->kind == EXPR_CAS ||
        x->kind == EXPR_NEW || x->kind == EXPR_INDEX || x->kind == EXPR_DCAS ||
        x->kind == EXPR_SWAP || x->kind == EXPR_FAA || x->kind == EXPR_CHOOSE)
        return true;
    return has_access(x->a) || has_access(x->b) || has_access(x->c);
}

static void lower_into(lowering *l, const expr *x, slot to);

// The value of x as a pure expression; accesses become instructions before it.
static const expr *lower_value(lowering *l, const expr *x)
{
    if (!has_access(x))
        return x;
    bool compound = x->kind == EXPR_NOT || x->kind == EXPR_MINUS ||
                    (x->kind == EXPR_BINARY && x->op != OP_AND && x->op != OP_OR);
    if (x->kind == EXPR_BINARY && !compound && !has_access(x->b))
        compound = true;
    if (compound) {
        expr *pure = model_allocate(l->p->scratch, sizeof *pure);
        *pure = *x;
        // The tree of the model is not written to: the copy's operands are pure.
        const expr *a = lower_value(l, x->a);
        const expr *b = x->b ? lower_value(l, x->b) : NULL;
        memcpy(&pure->a, &a, sizeof a);
        memcpy(&pure->b, &b, sizeof b);
        return pure;
    }
    slot to = temp_new(l, x->type);
    lower_into(l, x, to);
    return temp_expr(l, to);
}

static place lower_place(lowering *l, const expr *x)
{
    if (x->kind == EXPR_SHARED)
        return (place){.index = x->index};
    if (x->kind == EXPR_INDEX)
        return (place){.index = x->index, .at = lower_value(l, x->b)};
    return (place){.base = lower_value(l, x->a), .record = x->a->type.record, .index = x->index};
}

static uint32_t label_new(lowering *l)
{
    return l->r->labels++;
}

static void label_here(lowering *l, uint32_t label)
{
    add(l, INSTR_LABEL, 0)->label = label;
}

static void branch_unless(lowering *l, const expr *condition, uint32_t label, uint32_t first_temp)
{
    instr *i = add(l, INSTR_BRANCH, condition->at);
    i->a = condition;
    i->label = label;
    i->clear_from = first_temp;
    i->clear_to = l->r->temp_count;
}

// a && b where b has accesses: b runs only if a holds. || likewise. `to` is a temporary.
static void lower_shortcut(lowering *l, const expr *x, slot to)
{
    uint32_t done = label_new(l);
    lower_into(l, x->a, to);
    const expr *test = temp_expr(l, to);
    if (x->op == OP_OR) {
        expr *not = model_allocate(l->p->scratch, sizeof *not );
        *not = (expr){.kind = EXPR_NOT, .at = x->at, .type = x->type};
        memcpy(&not ->a, &test, sizeof test);
        test = not ;
    }
    branch_unless(l, test, done, l->r->temp_count);
    lower_into(l, x->b, to);
    label_here(l, done);
}

static void lower_new(lowering *l, const expr *x, slot to)
{
    const expr **items = model_allocate(l->p->scratch, (x->item_count + 1) * sizeof *items);
    for (uint32_t i = 0; i < x->item_count; i++)
        items[i] = lower_value(l, x->items[i]);
    instr *n = add(l, INSTR_NEW, x->at);
    n->to = to;
    n->record = x->type.record;
    n->items = items;
    n->item_count = x->item_count;
}

static void lower_dcas(lowering *l, const expr *x, slot to)
{
    place first = lower_place(l, x->items[0]), second = lower_place(l, x->items[1]);
    const expr *values[4];
    for (int k = 0; k < 4; k++)
        values[k] = lower_value(l, x->items[2 + k]);
    instr *i = add(l, INSTR_DCAS, x->at);
    i->place = first;
    i->second = second;
    i->a = values[0];
    i->b = values[1];
    i->c = values[2];
    i->d = values[3];
    i->to = to;
}

static void lower_choose(lowering *l, const expr *x, slot to)
{
    const expr *low = lower_value(l, x->a), *high = lower_value(l, x->b);
    instr *i = add(l, INSTR_CHOOSE, x->at);
    i->a = low;
    i->b = high;
    i->to = to;
}

static void lower_into(lowering *l, const expr *x, slot to)
{
    if (x->kind == EXPR_SHARED || x->kind == EXPR_FIELD || x->kind == EXPR_INDEX) {
        place from = lower_place(l, x);
        instr *i = add(l, INSTR_LOAD, x->at);
        i->place = from;
        i->to = to;
        i->yields &= !is_ghost(l, &from);
    } else if (x->kind == EXPR_DCAS) {
        lower_dcas(l, x, to);
    } else if (x->kind == EXPR_CHOOSE) {
        lower_choose(l, x, to);
    } else if (x->kind == EXPR_SWAP || x->kind == EXPR_FAA) {
        place where = lower_place(l, x->a);
        const expr *value = lower_value(l, x->b);
        instr *i = add(l, x->kind == EXPR_SWAP ? INSTR_SWAP : INSTR_FAA, x->at);
        i->place = where;
        i->a = value;
        i->to = to;
    } else if (x->kind == EXPR_CAS) {
        place where = lower_place(l, x->a);
        const expr *expected = lower_value(l, x->b), *fresh = lower_value(l, x->c);
        instr *i = add(l, INSTR_CAS, x->at);
        i->place = where;
        i->a = expected;
        i->b = fresh;
        i->to = to;
    } else if (x->kind == EXPR_NEW) {
        lower_new(l, x, to);
    } else if (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR) && has_access(x->b)) {
        // The left side must not show in a variable before the whole is known.
        slot inner = to.kind == SLOT_TEMP ? to : temp_new(l, x->type);
        lower_shortcut(l, x, inner);
        if (to.kind != SLOT_TEMP) {
            instr *i = add(l, INSTR_MOVE, x->at);
            i->to = to;
            i->a = temp_expr(l, inner);
        }
    } else {
        const expr *value = lower_value(l, x);
        instr *i = add(l, INSTR_MOVE, x->at);
        i->to = to;
        i->a = value;
    }
}

static void clear_from(lowering *l, uint32_t first)
{
    if (first == l->r->temp_count)
        return;
    instr *i = add(l, INSTR_CLEAR, 0);
    i->clear_from = first;
    i->clear_to = l->r->temp_count;
}

static void lower_block(lowering *l, const block *b);

static void lower_if(lowering *l, const stmt *s)
{
    uint32_t otherwise = label_new(l), done = label_new(l), first = l->r->temp_count;
    const expr *condition = lower_value(l, s->a);
    branch_unless(l, condition, otherwise, first);
    lower_block(l, &s->body);
    if (s->other.count) {
        add(l, INSTR_JUMP, s->at)->label = done;
        label_here(l, otherwise);
        lower_block(l, &s->other);
        label_here(l, done);
    } else {
        label_here(l, otherwise);
    }
}

static void lower_loop(lowering *l, const stmt *s)
{
    uint32_t head = label_new(l), done = label_new(l), first = l->r->temp_count;
    uint32_t outer_break = l->break_label, outer_continue = l->continue_label;
    l->break_label = done;
    l->continue_label = head;
    label_here(l, head);
    if (s->a) {
        const expr *condition = lower_value(l, s->a);
        branch_unless(l, condition, done, first);
    }
    lower_block(l, &s->body);
    instr *jump = add(l, INSTR_JUMP, s->at);
    jump->label = head;
    jump->back = true;
    label_here(l, done);
    l->break_label = outer_break;
    l->continue_label = outer_continue;
}

static void lower_assign(lowering *l, const stmt *s)
{
    if (s->a->kind == EXPR_LOCAL) {
        lower_into(l, s->b, (slot){SLOT_LOCAL, s->a->index});
        return;
    }
    place where = lower_place(l, s->a);
    const expr *value = lower_value(l, s->b);
    instr *i = add(l, INSTR_STORE, s->at);
    i->place = where;
    i->a = value;
    i->yields &= !is_ghost(l, &where);
}

// The condition is looked at in one step, which is possible only when it holds.
static void lower_await(lowering *l, const stmt *s)
{
    add(l, INSTR_ATOMIC, s->at);
    l->atomic++;
    const expr *value = lower_value(l, s->a);
    l->atomic--;
    add(l, INSTR_AWAIT, s->at)->a = value;
}

static void lower_declare(lowering *l, const stmt *s)
{
    if (s->a) {
        lower_into(l, s->a, (slot){SLOT_LOCAL, s->index});
        return;
    }
    expr *zero = model_allocate(l->p->scratch, sizeof *zero);
    zero->kind = s->declared->type.optional ? EXPR_NONE : EXPR_INT;
    instr *i = add(l, INSTR_MOVE, s->at);
    i->to = (slot){SLOT_LOCAL, s->index};
    i->a = zero;
}

static void lower_lock(lowering *l, const stmt *s)
{
    place where = lower_place(l, s->a);
    add(l, s->kind == STMT_LOCK ? INSTR_LOCK : INSTR_UNLOCK, s->at)->place = where;
}

static void lower_stmt(lowering *l, const stmt *s)
{
    uint32_t first = l->r->temp_count;
    const expr *value;
    instr *i;
    l->s = s;
    switch (s->kind) {
    case STMT_DECLARE:
        lower_declare(l, s);
        break;
    case STMT_ASSIGN:
        lower_assign(l, s);
        break;
    case STMT_EXPR:
        lower_into(l, s->a, temp_new(l, s->a->type));
        break;
    case STMT_IF:
        lower_if(l, s);
        return;
    case STMT_WHILE:
        lower_loop(l, s);
        return;
    case STMT_BREAK:
        add(l, INSTR_JUMP, s->at)->label = l->break_label;
        return;
    case STMT_CONTINUE:
        i = add(l, INSTR_JUMP, s->at);
        i->label = l->continue_label;
        i->back = true;
        return;
    case STMT_RETURN:
        if (s->a)
            lower_into(l, s->a, (slot){SLOT_RESULT, 0});
        clear_from(l, first);
        add(l, INSTR_RETURN, s->at);
        return;
    case STMT_FREE:
        value = lower_value(l, s->a);
        i = add(l, INSTR_FREE, s->at);
        i->a = value;
        i->record = s->a->type.record;
        break;
    case STMT_ASSERT:
        value = lower_value(l, s->a);
        add(l, INSTR_ASSERT, s->at)->a = value;
        break;
    case STMT_ATOMIC:
        add(l, INSTR_ATOMIC, s->at);
        l->atomic++;
        lower_block(l, &s->body);
        l->atomic--;
        return;
    case STMT_BLOCK:
        lower_block(l, &s->body);
        return;
    case STMT_AWAIT:
        lower_await(l, s);
        break;
    case STMT_LOCK:
    case STMT_UNLOCK:
        lower_lock(l, s);
        break;
    case STMT_LIN:
        add(l, INSTR_LIN, s->at);
        return;
    case STMT_GHOST:
        l->atomic++;
        lower_block(l, &s->body);
        l->atomic--;
        return;
    }
    clear_from(l, first);
}

static void lower_block(lowering *l, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        lower_stmt(l, b->items[i]);
}

void lower_method(program *p, routine *r, const method *f)
{
    lowering l = {.p = p, .r = r};
    r->method = f;
    lower_block(&l, &f->body);
    l.s = NULL;
    instr *end = add(&l, INSTR_RETURN, f->at);
    end->from = f->at;
    end->end = f->end;
}

// Initialisers in order, then the init block, all in one step.
void lower_init(program *p)
{
    lowering l = {.p = p, .r = &p->init, .is_init = true};
    p->init.method = &p->model->init;
    for (uint32_t i = 0; i < p->model->shared_count; i++) {
        const variable *v = &p->model->shared[i];
        expr *none = model_allocate(p->scratch, sizeof *none);
        none->kind = EXPR_NONE;
        if (!v->initial && !v->type.optional)
            continue;
        const expr *value = v->initial ? lower_value(&l, v->initial) : none;
        for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
            expr *at = model_allocate(p->scratch, sizeof *at);
            *at = (expr){.kind = EXPR_INT, .number = k};
            instr *s = add(&l, INSTR_STORE, v->at);
            s->place.index = i;
            s->place.at = v->length ? at : NULL;
            s->a = value;
        }
    }
    lower_block(&l, &p->model->init.body);
}
