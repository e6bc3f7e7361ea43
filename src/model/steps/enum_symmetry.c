// SPDX-License-Identifier: MIT
// See enum_symmetry.h.

#include "model/steps/enum_symmetry.h"

#include "model/steps/cannot_fail.h"
#include "model/steps/enum_permutation.h"
#include "model/steps/instance_copies.h"
#include "model/syntax/finite_type.h"

#include <string.h>

enum { MOST_MESSAGES = 1 << 16 }; // each has a place in a table

typedef struct looker {
    const model *m;
    const method *in;      // whose text it is
    const narrowed *known; // of its locals, here
    enum_symmetry *s;
    bool asked[MODEL_MAX_FUNCTIONS];
    // Of a channel: what is sent goes where its rank says; somebody looks who is first.
    bool inserted[MODEL_MAX_SHARED], ordered[MODEL_MAX_SHARED];
    bool copied[MODEL_MAX_ENUMS]; // the action has a copy for each instance of such a parameter
} looker;

static void cut(looker *l, uint32_t of, int64_t at)
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

static void cut_all(looker *l, type t)
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

static void look_type(looker *l, type t)
{
    each_enum(l->m, t, cut_ends, l);
}

static void spoil(looker *l, type t)
{
    each_enum(l->m, t, cut_all, l);
}

static bool is_name(const expr *x)
{
    return x->kind == EXPR_INT && x->type.kind == TYPE_ENUM;
}

static void look_expr(looker *l, const expr *x);

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

static void look_bind(looker *l, const expr *x)
{
    bool stops = x->bind == BIND_ALL || x->bind == BIND_ANY, fails = false;
    for (uint32_t i = 0; i < x->binder_count; i++) {
        look_type(l, x->binders[i].type);
        if (x->binders[i].domain)
            look_expr(l, x->binders[i].domain);
        fails |= i && x->binders[i].domain &&
                 !expr_cannot_fail(l->m, l->in, l->known, x->binders[i].domain);
    }
    fails = fails || !expr_cannot_fail(l->m, l->in, l->known, x->a);
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

static void look_block(looker *l, const block *b);

static void look_function(looker *l, uint32_t which)
{
    if (l->asked[which])
        return;
    l->asked[which] = true;
    const method *f = l->m->functions[which], *outer = l->in;
    const narrowed *known = l->known;
    l->in = f;
    l->known = NULL;
    look_type(l, f->result);
    for (uint32_t i = 0; i < f->local_count; i++)
        look_type(l, variable_type(&f->locals[i]));
    look_block(l, &f->body);
    l->in = outer;
    l->known = known;
}

static void look_condition(looker *l, const expr *x)
{
    const narrowed *known = l->known;
    narrowing n;
    condition_narrows(x->a, known, &n);
    look_expr(l, x->a);
    l->known = n.then;
    look_expr(l, x->b);
    l->known = n.other;
    look_expr(l, x->c);
    l->known = known;
}

static bool orders(const expr *x)
{
    return x->kind == EXPR_BINARY && x->op >= OP_LT && x->op <= OP_GE &&
           x->a->type.kind != TYPE_MASK && x->b->type.kind != TYPE_MASK;
}

static void look_expr(looker *l, const expr *x)
{
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
    if (x->kind == EXPR_CONDITION) {
        look_condition(l, x);
        return;
    }
    if (x->kind == EXPR_BIND)
        look_bind(l, x);
    if (x->kind == EXPR_SEQ)
        look_operation(l, x);
    if (x->kind == EXPR_CALL)
        look_function(l, x->index);
    if (x->kind == EXPR_PROCEDURE)
        look_block(l, &x->callee->body);
    look_expr(l, x->a);
    look_expr(l, x->b);
    look_expr(l, x->c);
    for (uint32_t i = 0; i < x->item_count; i++)
        look_expr(l, x->items[i]);
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

static void look_block(looker *l, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        look_expr(l, s->a);
        look_expr(l, s->b);
        if (s->kind == STMT_DECLARE)
            look_declared(l, s);
        look_block(l, &s->body);
        look_block(l, &s->other);
    }
}

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

static void look_action(looker *l, const method *f, bool room)
{
    l->in = f;
    memset(l->copied, 0, sizeof l->copied);
    for (uint32_t i = 0; i < f->local_count; i++)
        look_type(l, variable_type(&f->locals[i]));
    for (uint32_t i = 0; i < f->arg_count; i++)
        look_expr(l, f->args[i].fixed);
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

// Types of the file are as they were parsed.
static type with_enum(const model *m, type t)
{
    for (uint32_t e = 0; t.kind == TYPE_ENUM && t.name && e < m->enum_count; e++)
        if (strcmp(m->enums[e]->name, t.name) == 0)
            t.record = e;
    return t;
}

static void look_parameter(looker *l, type t)
{
    look_type(l, with_enum(l->m, t));
}

static void spoil_in_turn(void *context, type t)
{
    looker *l = context;
    spoil(l, with_enum(l->m, t));
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
        copied_in_turn(&u->simulates->matches[i].body, spoil_in_turn, l);
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

static void look_claims(looker *l, const instance *v)
{
    const model *m = l->m, *whole = m->whole ? m->whole : m;
    l->in = NULL;
    for (uint32_t i = 0; i < m->invariant_count; i++)
        look_expr(l, m->invariants[i].condition);
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
    looker l = {.m = m, .s = s};
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
