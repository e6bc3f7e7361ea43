// SPDX-License-Identifier: MIT
// The statements and the actions of a component.

#include "model/component/component_annotate.h"
#include "model/component/component_typing.h"

#include "model/syntax/finite_type.h"

#include <string.h>

static const type bool_type = {.kind = TYPE_BOOL}, int_type = {.kind = TYPE_INT};

static bool type_declare(typing *t, const stmt *s)
{
    variable *v = s->declared;
    if (v->type.kind == TYPE_UNIT)
        return typing_fails(t, s->at, "let a parameter of an action choose",
                            "choose cannot be compiled yet");
    if (v->length || type_many(v->type))
        return typing_fails(t, s->at, "declare it in the automaton, or use a set of a finite type",
                            "a local array, seq, set or map cannot be compiled yet");
    type_resolve(t->m, &v->type);
    if (type_is_open_set(t->m, v->type))
        return typing_fails(t, s->at, "declare it in the automaton",
                            "a local set of what has no end cannot be compiled yet");
    t->changing = s->a;
    return (!s->a || type_expr(t, s->a, &v->type)) && typing_bind(t, v->name, v->type, s->at);
}

static bool type_assign(typing *t, const stmt *s)
{
    if (!type_expr(t, s->a, NULL))
        return false;
    if (s->a->type.kind == TYPE_SEQ)
        return typing_fails(t, s->at, "push its items", "a whole seq cannot be assigned yet");
    t->changing = s->updates ? NULL : s->b;
    if (!s->updates)
        return type_expr(t, s->b, &s->a->type);
    bool set = s->a->type.kind == TYPE_MASK;
    s->b->type = set ? s->a->type : int_type;
    return type_expr(t, s->b->b, set ? &s->a->type : &int_type);
}

static bool type_effect(typing *t, const stmt *s)
{
    const expr *x = s->a;
    t->changing = x;
    if (x->kind == EXPR_SEQ && !type_expr(t, s->a, NULL))
        return false;
    if (x->kind == EXPR_SEQ && x->a->type.use == USE_MACHINE)
        return true;
    bool seq = x->kind == EXPR_SEQ && x->a->type.kind == TYPE_SEQ;
    bool changes = seq || (x->kind == EXPR_SEQ &&
                           (strcmp(x->name, "add") == 0 || strcmp(x->name, "remove") == 0));
    return changes || typing_fails(t, s->at, NULL, "this statement cannot be compiled yet");
}

static bool type_send(typing *t, const stmt *s)
{
    const model *m = t->m;
    expr *to = s->b, *name = to->kind == EXPR_INDEX ? to->a : to;
    const component *part = component_named(t->s, name->name);
    if (!part)
        return typing_fails(t, name->at, NULL, "%s is not compiled", name->name);
    s->a->kind = EXPR_MESSAGE;
    s->a->index = message_find(m, s->a->name);
    for (uint32_t i = 0; i < s->a->item_count; i++) {
        type want = m->messages[s->a->index].params[i].type;
        type_resolve(m, &want);
        if (!type_expr(t, s->a->items[i], &want))
            return false;
    }
    if (to->kind != EXPR_INDEX)
        return !part->is_operation ||
               typing_fails(t, to->at, "name one of them", "what runs has no end of %ss to send to",
                            name->name);
    uint32_t domains = part->part->domain_count;
    if (domains > 1 && to->b->kind != EXPR_TUPLE)
        return typing_fails(t, to->b->at, "write for example: replica[(r, c)]",
                            "this index cannot be compiled yet");
    for (uint32_t i = 0; i < domains; i++)
        if (!type_expr(t, domains > 1 ? to->b->items[i] : to->b, &part->part->domains[i]))
            return false;
    return true;
}

static bool type_stmt(typing *t, const stmt *s, type result)
{
    switch (s->kind) {
    case STMT_DECLARE:
        return type_declare(t, s);
    case STMT_ASSIGN:
        return type_assign(t, s);
    case STMT_EXPR:
        return type_effect(t, s);
    case STMT_IF:
    case STMT_WHILE:
        return (!s->a || type_expr(t, s->a, &bool_type)) && type_block(t, &s->body, result) &&
               type_block(t, &s->other, result);
    case STMT_ASSERT:
    case STMT_AWAIT:
        return type_expr(t, s->a, &bool_type);
    case STMT_RETURN:
        return !s->a || type_expr(t, s->a, &result);
    case STMT_BLOCK:
        return type_block(t, &s->body, result);
    case STMT_SEND:
        return type_send(t, s);
    case STMT_BREAK:
    case STMT_CONTINUE:
        return true;
    default:
        return typing_fails(t, s->at, NULL, "this statement cannot be compiled");
    }
}

bool type_block(typing *t, const block *b, type result)
{
    uint32_t before = t->count;
    for (uint32_t i = 0; i < b->count; i++)
        if (!type_stmt(t, b->items[i], result))
            return false;
    t->count = before;
    return true;
}

static bool bind_sender(typing *t, const method *f)
{
    const component *from = component_named(t->s, f->sender);
    if (!from)
        return typing_fails(t, f->sender_at, NULL, "%s is not compiled", f->sender);
    for (uint32_t i = 0; i < f->sender_count; i++)
        if (!typing_bind(t, f->sender_names[i], from->part->domains[i], f->sender_at))
            return false;
    return true;
}

static bool type_action(typing *t, method *f)
{
    t->count = 0;
    for (uint32_t i = 0; i < f->local_count; i++) {
        type_resolve(t->m, &f->locals[i].type);
        type_resolve(t->m, &f->locals[i].whole);
    }
    for (uint32_t i = 0; i < f->param_count; i += type_width(variable_type(&f->locals[i])))
        if (!typing_bind(t, variable_name(&f->locals[i]), variable_type(&f->locals[i]),
                         f->locals[i].at))
            return false;
    if (f->message && !bind_sender(t, f))
        return false;
    for (uint32_t i = 0; i < f->arg_count; i++)
        if (f->args[i].fixed && !type_expr(t, f->args[i].fixed, NULL))
            return false;
    return type_block(t, &f->body, (type){.kind = TYPE_UNIT});
}

// Does a value of this type begin as the first name of a supply?
static bool begins_named(const model *m, type t)
{
    bool named = type_is_supply(m, t) && !t.optional;
    for (uint32_t i = 0; !named && t.kind == TYPE_TUPLE && i < t.part_count; i++)
        named = begins_named(m, t.parts[i]);
    return named;
}

static bool type_variable(typing *t, variable *v)
{
    type_resolve(t->m, &v->type);
    type_resolve(t->m, &v->whole);
    type_resolve(t->m, &v->index);
    if (!machine_stands_alone(t, v))
        return false;
    if (v->clock) // what it shows has no end
        v->type = (type){.kind = TYPE_INT, .ranged = true, .open = true, .at = v->at};
    bool plain = v->type.kind == TYPE_SEQ && !v->length && !v->initial &&
                 !type_many(v->type.parts[0]) && v->type.parts[0].kind != TYPE_MASK;
    if (type_many(v->type) && !plain)
        return typing_fails(t, v->at, "use a seq of plain values, or a set of a finite type",
                            "a map, a set of a type that is not finite, or a seq of these or with "
                            "an initial value cannot be compiled yet");
    if (plain)
        return true;
    type item = variable_type(v);
    bool open = v->length && v->index.kind != TYPE_UNIT && !type_is_closed(t->m, v->index);
    if (open && (v->initial || type_is_open_set(t->m, item)))
        return typing_fails(t, v->at, v->initial ? "let it begin as it is" : "use a set of tuples",
                            "this array of what has no end cannot be compiled yet");
    if (!v->initial && begins_named(t->m, item))
        return typing_fails(t, v->at, "let it be none first: op?",
                            "%s begins as one of the names that are verified: what runs has others",
                            variable_name(v));
    t->count = 0;
    bool list = v->initial && v->initial->kind == EXPR_LIST;
    for (uint32_t i = 0; list && i < v->initial->item_count; i++)
        if (!type_expr(t, v->initial->items[i], &item))
            return false;
    return list || !v->initial || type_expr(t, v->initial, &item);
}

bool component_annotate(component_system *s, const component *c, error *e)
{
    typing t = {.s = s, .m = s->m, .u = c->u, .e = e};
    for (uint32_t i = 0; i < c->u->param_count; i++)
        type_resolve(s->m, &c->u->params[i].type);
    for (uint32_t i = c->u->shared_from; i < c->u->shared_to; i++)
        if (!type_variable(&t, &s->m->shared[i]))
            return false;
    t.count = 0;
    if (c->u->init && !type_block(&t, &c->u->init->body, (type){.kind = TYPE_UNIT}))
        return false;
    for (uint32_t i = 0; i < c->u->method_count; i++)
        if (!type_action(&t, c->u->methods[i]))
            return false;
    return true;
}
