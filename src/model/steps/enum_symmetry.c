// SPDX-License-Identifier: MIT
// See enum_symmetry.h.

#include "model/steps/enum_symmetry.h"

#include "model/steps/enum_looker.h"
#include "model/steps/enum_permutation.h"
#include "model/steps/instance_copies.h"
#include "model/syntax/finite_type.h"

#include <string.h>

enum { MOST_MESSAGES = 1 << 16 }; // each has a place in a table

// The system or automaton as it is written.
static const unit *unit_named(const model *m, const char *name)
{
    const model *whole = m->whole ? m->whole : m;
    for (uint32_t i = 0; i < whole->unit_count; i++)
        if (strcmp(whole->units[i]->name, name) == 0)
            return whole->units[i];
    static const unit nothing = {0};
    return &nothing;
}

// An argument that an automaton fixes: others see it, and it may not have been checked as a name.
static void look_fixed(looker *l, const expr *x)
{
    uint32_t of, item;
    if (!x || x->kind != EXPR_NAME || x->instance || !enum_item_find(l->m, x->name, &of, &item)) {
        look_expr(l, x);
        return;
    }
    cut(l, of, item);
    cut(l, of, (int64_t)item + 1);
}

static void look_action(looker *l, const method *f, bool room)
{
    l->in = f;
    memset(l->copied, 0, sizeof l->copied);
    for (uint32_t i = 0; i < f->local_count; i++)
        look_type(l, variable_type(&f->locals[i]));
    for (uint32_t i = 0; i < f->arg_count; i++)
        look_fixed(l, f->args[i].fixed);
    look_block(l, &f->body);
    bool clash = copies_clash(l->m, f, &f->body, room);
    for (uint32_t e = 0; clash && e < l->m->enum_count; e++)
        if (l->copied[e])
            cut_all(l, (type){.kind = TYPE_ENUM, .record = e});
}

// Can each of its cells be renamed on its own? Not those of a large set.
static bool plain_parts(type t)
{
    bool all = t.kind != TYPE_MASK || type_card(t.parts[0]) <= MASK_NESTED;
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        all = all && plain_parts(t.parts[i]);
    return all;
}

// Of what is kept in the order of its items only channels are put in order again.
static void look_variable(looker *l, uint32_t which)
{
    const variable *v = &l->m->shared[which];
    look_type(l, variable_type(v));
    look_type(l, v->index);
    bool seq = v->type.kind == TYPE_SEQ && plain_parts(v->type.parts[0]);
    if (type_many(v->type) && !seq)
        spoil(l, v->type);
    if (l->inserted[which] && l->ordered[which])
        spoil(l, v->type);
}

static type type_found(const looker *l, type t)
{
    type_find_enum(l->m, &t);
    return t;
}

static void look_parameter(looker *l, type t)
{
    look_type(l, type_found(l, t));
}

// What is done for each name in turn may depend on what was done for those before it.
static void look_each(looker *l, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (s->kind == STMT_EACH)
            spoil(l, type_found(l, s->declared->type));
        look_each(l, &s->body);
        look_each(l, &s->other);
    }
}

// What there are instances of, as it is written. Gives whether all its channels are bounded.
static bool look_unit(looker *l, const unit *u)
{
    bool room = true;
    for (uint32_t i = 0; i < u->param_count; i++)
        look_parameter(l, u->params[i].type);
    for (uint32_t i = 0; i < u->component_count; i++) {
        const system_part *part = &u->components[i];
        for (uint32_t k = 0; k < part->domain_count; k++)
            look_parameter(l, part->domains[k]);
        for (uint32_t k = 0; k < part->of->param_count; k++)
            look_parameter(l, part->of->params[k].type);
    }
    for (uint32_t i = 0; i < u->channel_count; i++)
        room = room && u->channels[i].bound;
    if (!u->simulates)
        return room;
    for (uint32_t i = 0; i < u->simulates->match_count; i++)
        look_each(l, &u->simulates->matches[i].body);
    return look_unit(l, unit_named(l->m, u->simulates->from)) &&
           look_unit(l, unit_named(l->m, u->simulates->to));
}

// Histories hold values as they are; the names of processes are followed, if they are of one enum.
static void look_labels(looker *l, const instance *v)
{
    bool one = enum_of_processes(v) > 0;
    for (uint32_t i = 0; i < v->label_count; i++) {
        const operation_label *o = &v->labels[i];
        for (uint32_t k = 0; k < o->head->param_count; k++)
            look_type(l, variable_type(&o->head->locals[k]));
        for (uint32_t k = 0; k < o->head->arg_count; k++)
            look_expr(l, o->head->args[k].fixed);
        if (!one && o->head->arg_count && !o->head->args[0].fixed)
            spoil(l, variable_type(&o->head->locals[o->head->args[0].local]));
        for (uint32_t k = 0; k < o->value_count; k++) {
            look_expr(l, o->values[k]);
            spoil(l, o->values[k]->type);
        }
    }
}

// It is a function of its own, which nobody else calls.
static void look_invariant(looker *l, const expr *x)
{
    const method *f = x->kind == EXPR_CALL ? l->m->functions[x->index] : NULL;
    const stmt *only = f && f->body.count == 1 ? f->body.items[0] : NULL;
    if (!only || only->kind != STMT_RETURN) {
        look_expr(l, x);
        return;
    }
    l->in = f;
    l->must = true;
    for (uint32_t i = 0; i < f->local_count; i++)
        look_type(l, variable_type(&f->locals[i]));
    look_expr(l, only->a);
    l->in = NULL;
}

static void look_claims(looker *l, const instance *v)
{
    const model *m = l->m, *whole = m->whole ? m->whole : m;
    l->in = NULL;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        look_invariant(l, m->invariants[i].condition);
    for (uint32_t i = v->reachable_from; i < v->reachable_to; i++)
        look_expr(l, m->reachables[i].condition);
    for (uint32_t i = 0; i < whole->step_claim_count; i++)
        for (uint32_t k = 0; k < whole->step_claims[i].name_count; k++)
            look_parameter(l, whole->step_claims[i].names[k].type);
    look_labels(l, v);
}

void enum_symmetry_find(enum_symmetry *s, const program *p, const instance *v)
{
    const model *m = p->model;
    const unit *u = p->object;
    looker l = {.m = m, .p = p, .s = s};
    *s = (enum_symmetry){0};
    for (uint32_t e = 0; e < MODEL_MAX_ENUMS; e++) {
        cut(&l, e, 0);
        cut(&l, e, e < m->enum_count ? m->enums[e]->item_count : 0);
        if (m->record_count || e >= m->enum_count)
            cut_all(&l, (type){.kind = TYPE_ENUM, .record = e});
    }
    bool room = look_unit(&l, unit_named(m, u->name));
    for (uint32_t i = 0; i < u->method_count; i++)
        look_action(&l, u->methods[i], room);
    look_claims(&l, v);
    for (uint32_t i = 0; i < m->shared_count; i++)
        look_variable(&l, i);
    if (m->message_count) {
        look_type(&l, message_type(m));
        if (message_type(m).names > MOST_MESSAGES)
            spoil(&l, message_type(m));
    }
}
