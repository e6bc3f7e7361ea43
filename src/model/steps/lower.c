// SPDX-License-Identifier: MIT
// Lowering statements: from the tree to instructions.

#include "model/steps/lower.h"

#include "model/steps/lowering.h"

void clear_from(lowering *l, uint32_t first)
{
    if (first == l->r->temp_count)
        return;
    instr *i = lower_add(l, INSTR_CLEAR, 0);
    i->clear_from = first;
    i->clear_to = l->r->temp_count;
}

static void lower_if(lowering *l, const stmt *s)
{
    uint32_t otherwise = label_new(l), done = label_new(l), first = l->r->temp_count;
    const expr *condition = lower_value(l, s->a);
    branch_unless(l, condition, otherwise, first);
    l->r->code[l->r->count - 1].decides = true;
    lower_block(l, &s->body);
    if (s->other.count) {
        lower_add(l, INSTR_JUMP, s->at)->label = done;
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
    bool outer_back = l->continue_back;
    l->break_label = done;
    l->continue_label = s->other.count ? label_new(l) : head;
    l->continue_back = !s->other.count;
    label_here(l, head);
    if (s->a) {
        const expr *condition = lower_value(l, s->a);
        branch_unless(l, condition, done, first);
        l->r->code[l->r->count - 1].decides = true;
    }
    lower_block(l, &s->body);
    if (s->other.count) {
        label_here(l, l->continue_label);
        lower_block(l, &s->other);
    }
    instr *jump = lower_add(l, INSTR_JUMP, s->at);
    jump->label = head;
    jump->back = true;
    label_here(l, done);
    l->break_label = outer_break;
    l->continue_label = outer_continue;
    l->continue_back = outer_back;
}

// Part by part. What is given may read what is written: (a, b) = (b, a).
static void move_parts(lowering *l, uint32_t local, const expr *value)
{
    const expr *parts[MODEL_MAX_PARTS];
    uint32_t count = type_width(value->type);
    slot held[MODEL_MAX_PARTS];
    lower_parts(l, value, parts);
    for (uint32_t i = 0; i < count; i++) {
        type want = l->r->method->locals[local + i].type;
        held[i] = temp_new(l, want);
        lower_move(l, held[i], lower_fit(l, parts[i], want), value->at);
    }
    for (uint32_t i = 0; i < count; i++)
        lower_move(l, (slot){SLOT_LOCAL, local + i}, temp_expr(l, held[i]), value->at);
}

static void lower_local(lowering *l, uint32_t local, const expr *value)
{
    if (type_width(value->type) > 1)
        move_parts(l, local, value);
    else
        lower_into(l, value, (slot){SLOT_LOCAL, local});
}

// x += e: a read and a write of one place.
static void lower_update(lowering *l, const stmt *s)
{
    place where = lower_place(l, s->a);
    slot is = temp_new(l, s->a->type);
    instr *load = lower_add(l, INSTR_LOAD, s->at);
    load->place = where;
    load->to = is;
    load->limit = s->a->type;
    load->yields &= !place_silent(l, &where);
    const expr *by = lower_value(l, s->b->b);
    const expr *value = lower_fit(l, arithmetic_expr(l, s->b, temp_expr(l, is), by), s->a->type);
    lower_store(l, &where, &value, 1, s->at);
}

static void lower_assign(lowering *l, const stmt *s)
{
    if (s->a->kind == EXPR_LOCAL) {
        lower_local(l, s->a->index, s->b);
        return;
    }
    if (s->updates) {
        lower_update(l, s);
        return;
    }
    const expr *parts[MODEL_MAX_PARTS];
    uint32_t count = type_width(s->a->type);
    place where = lower_place(l, s->a);
    lower_parts(l, s->b, parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = lower_fit(l, parts[i], type_part(s->a->type, i));
    lower_store(l, &where, parts, count, s->at);
}

// The condition is looked at in one step, which is possible only when it holds.
static void lower_await(lowering *l, const stmt *s)
{
    lower_add(l, INSTR_ATOMIC, s->at);
    l->atomic++;
    const expr *value = lower_value(l, s->a);
    l->atomic--;
    lower_add(l, INSTR_AWAIT, s->at)->a = value;
}

// What a variable holds that was given nothing.
static const expr *nothing(lowering *l, type t)
{
    expr *zero = model_allocate(l->p->scratch, sizeof *zero);
    zero->kind = t.optional ? EXPR_NONE : EXPR_INT;
    zero->type = t;
    return zero;
}

// The first item, or the next of a list that holds fewer than the array.
static void lower_item(lowering *l, const expr *list, uint32_t item, type t, const expr **out)
{
    for (uint32_t i = 0; i < type_width(t); i++)
        out[i] = nothing(l, type_part(t, i));
    if (item < list->item_count)
        lower_parts(l, list->items[item], out);
    for (uint32_t i = 0; i < type_width(t); i++)
        out[i] = lower_fit(l, out[i], type_part(t, i));
}

static void lower_list(lowering *l, const stmt *s)
{
    type t = s->declared->type;
    const expr *parts[MODEL_MAX_PARTS];
    for (uint32_t k = 0; k < s->a->item_count; k++) {
        place where = {.local = true, .index = s->index, .at = int_expr(l, k)};
        lower_item(l, s->a, k, t, parts);
        lower_store(l, &where, parts, type_width(t), s->at);
    }
}

static void lower_declare(lowering *l, const stmt *s)
{
    if (s->a && !s->declared->length) {
        lower_local(l, s->index, s->a);
        return;
    }
    for (uint32_t i = 0; i < type_width(s->declared->type); i++) {
        lower_move(l, (slot){SLOT_LOCAL, s->index + i}, nothing(l, type_part(s->declared->type, i)),
                   s->at);
        if (s->declared->length || type_many(s->declared->type))
            l->r->code[l->r->count - 1].kind = INSTR_FILL;
    }
    if (s->a)
        lower_list(l, s);
}

static void lower_return(lowering *l, const stmt *s, uint32_t first)
{
    if (l->inside) {
        lower_procedure_return(l, s, first);
        return;
    }
    if (s->a && type_width(s->a->type) > 1) {
        const expr *parts[MODEL_MAX_PARTS];
        lower_parts(l, s->a, parts);
        for (uint32_t i = 0; i < type_width(s->a->type); i++)
            lower_move(l, (slot){SLOT_RESULT, i},
                       lower_fit(l, parts[i], type_part(l->r->method->result, i)), s->at);
    } else if (s->a) {
        lower_into(l, s->a, (slot){SLOT_RESULT, 0});
    }
    clear_from(l, first);
    lower_add(l, INSTR_RETURN, s->at);
}

// A mark is no step: its condition and its thread are looked at with the step before.
static void lower_mark(lowering *l, const stmt *s)
{
    uint32_t first = l->r->temp_count, done = label_new(l);
    l->atomic++;
    if (s->a)
        branch_unless(l, lower_value(l, s->a), done, first);
    const expr *thread = s->b ? lower_value(l, s->b) : NULL;
    lower_add(l, INSTR_LIN, s->at)->a = thread;
    clear_from(l, first);
    label_here(l, done);
    l->atomic--;
}

static void lower_lock(lowering *l, const stmt *s)
{
    place where = lower_place(l, s->a);
    lower_add(l, s->kind == STMT_LOCK ? INSTR_LOCK : INSTR_UNLOCK, s->at)->place = where;
}

// For what it does: nobody looks at what it gives.
static void lower_effect(lowering *l, const expr *x)
{
    const expr *parts[MODEL_MAX_PARTS];
    if (type_width(x->type) > 1)
        lower_parts(l, x, parts);
    else if (x->kind == EXPR_PROCEDURE && x->type.kind == TYPE_UNIT)
        lower_procedure(l, x, (slot){0});
    else
        lower_into(l, x, temp_new(l, x->type));
}

// Long: one case for each kind of statement.
static void lower_stmt(lowering *l, const stmt *s)
{
    uint32_t first = l->r->temp_count;
    const expr *value;
    instr *i;
    l->s = s;
    switch (s->kind) {
    case STMT_EACH:
    case STMT_SEND:
        REQUIRE(s->kind != STMT_SEND && s->kind != STMT_EACH); // after composition there is none
        break;
    case STMT_DECLARE:
        lower_declare(l, s);
        break;
    case STMT_ASSIGN:
        lower_assign(l, s);
        break;
    case STMT_EXPR:
        lower_effect(l, s->a);
        break;
    case STMT_IF:
        lower_if(l, s);
        return;
    case STMT_WHILE:
        lower_loop(l, s);
        return;
    case STMT_BREAK:
        lower_add(l, INSTR_JUMP, s->at)->label = l->break_label;
        return;
    case STMT_CONTINUE:
        i = lower_add(l, INSTR_JUMP, s->at);
        i->label = l->continue_label;
        i->back = l->continue_back;
        return;
    case STMT_RETURN:
        lower_return(l, s, first);
        return;
    case STMT_FREE:
        value = lower_value(l, s->a);
        i = lower_add(l, INSTR_FREE, s->at);
        i->a = value;
        i->record = s->a->type.record;
        break;
    case STMT_ASSERT:
        value = lower_value(l, s->a);
        lower_add(l, INSTR_ASSERT, s->at)->a = value;
        break;
    case STMT_ATOMIC:
        lower_add(l, INSTR_ATOMIC, s->at);
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
        lower_mark(l, s);
        return;
    case STMT_GHOST:
        l->atomic++;
        lower_block(l, &s->body);
        l->atomic--;
        return;
    }
    clear_from(l, first);
}

void lower_block(lowering *l, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        lower_stmt(l, b->items[i]);
}

// An action of an automaton has no steps of its own: it is all in the call.
void lower_method(program *p, routine *r, const method *f)
{
    lowering l = {.p = p, .r = r, .atomic = p->object->is_automaton};
    r->method = f;
    lower_block(&l, &f->body);
    l.s = NULL;
    instr *end = lower_add(&l, INSTR_RETURN, f->at);
    end->from = f->at;
    end->end = f->end;
}

void lower_function(program *p, routine *r, const method *f)
{
    lowering l = {.p = p, .r = r, .is_init = true};
    r->method = f;
    for (uint32_t i = 0; i < MODEL_MAX_NAMES; i++)
        r->cells[i] = i;
    lower_block(&l, &f->body);
    lower_add(&l, INSTR_RETURN, f->at);
}

static void lower_initial(lowering *l, uint32_t which)
{
    const variable *v = &l->p->model->shared[which];
    const expr *parts[MODEL_MAX_PARTS] = {nothing(l, v->type)};
    if (v->initial && !v->length)
        lower_parts(l, v->initial, parts);
    for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
        const expr *at = int_expr(l, k);
        if (v->initial && v->length)
            lower_item(l, v->initial, k, v->initial->type, parts);
        for (uint32_t i = 0; i < (v->initial ? type_width(v->initial->type) : 1); i++) {
            instr *s = lower_add(l, INSTR_STORE, v->at);
            s->place.index = which + i;
            s->place.at = v->length ? at : NULL;
            s->place.owner = l->owner;
            s->a = lower_fit(l, parts[i], l->p->model->shared[which + i].type);
        }
    }
}

// Initialisers in order, then the init block, all in one step.
void lower_init(program *p)
{
    lowering l = {.p = p, .r = &p->init, .is_init = true};
    p->init.method = &p->model->init;
    for (uint32_t i = 0; i < p->model->shared_count; i++) {
        const variable *v = &p->model->shared[i];
        // Each thread's own is made anew: a `new` in it gives each a node.
        for (l.owner = 0; l.owner < (v->own ? p->threads : 1); l.owner++)
            if (v->initial || v->type.optional)
                lower_initial(&l, i);
        if (v->initial)
            i += type_width(v->initial->type) - 1;
    }
    lower_block(&l, &p->model->init.body);
}
