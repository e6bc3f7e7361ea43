// SPDX-License-Identifier: MIT
// See naming.h.

#include "model/compose/compose_crash.h"

#include <stdio.h>
#include <string.h>

void block_add(model *m, block *b, stmt *s)
{
    stmt **items = model_allocate(m, (b->count + 1) * sizeof *items);
    if (b->count)
        memcpy(items, b->items, b->count * sizeof *items);
    items[b->count++] = s;
    b->items = items;
}

expr *made_name(model *m, const char *name, uint32_t at, uint32_t end)
{
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.kind = EXPR_NAME, .at = at, .end = end, .name = name, .depth = 1};
    return x;
}

expr *made_binary(model *m, binary_op op, expr *a, expr *b)
{
    expr *x = model_allocate(m, sizeof *x);
    uint32_t depth = a->depth > b->depth ? a->depth : b->depth;
    *x = (expr){.kind = EXPR_BINARY, .at = a->at, .end = b->end, .op = op, .depth = depth + 1};
    x->a = a;
    x->b = b;
    return x;
}

expr *made_literal(model *m, const model *whole, type t, uint32_t rank, uint32_t at)
{
    int64_t value = (t.ranged ? t.low : 0) + rank;
    const char *named = NULL;
    for (uint32_t i = 0; t.kind == TYPE_ENUM && i < whole->enum_count; i++)
        if (strcmp(whole->enums[i]->name, t.name) == 0)
            named = whole->enums[i]->items[value];
    expr *x = model_allocate(m, sizeof *x);
    *x = (expr){.at = at, .end = at, .depth = 1, .number = value, .name = named, .instance = true};
    x->kind = named ? EXPR_NAME : t.kind == TYPE_BOOL ? EXPR_BOOL : EXPR_INT;
    return x;
}

void naming_give(naming *n, const char *name, expr *value)
{
    n->given[n->given_count] = name;
    n->values[n->given_count++] = value;
}

expr *naming_given(const naming *n, const char *name)
{
    for (uint32_t i = n->given_count; i-- > 0;)
        if (strcmp(n->given[i], name) == 0)
            return n->values[i];
    return NULL;
}

static bool is_bound(const naming *n, const char *name)
{
    for (uint32_t i = n->bound_count; i-- > 0;)
        if (strcmp(n->bound[i], name) == 0)
            return true;
    return false;
}

bool naming_bind(naming *n, const char *name, uint32_t at)
{
    if (n->bound_count == NAMING_BOUND)
        return source_error(&n->m->source, n->e, at, NULL, "there are more than %d variables here",
                            NAMING_BOUND);
    n->bound[n->bound_count++] = name;
    return true;
}

const variable *unit_variable(const model *whole, const unit *u, const char *name)
{
    for (uint32_t i = u->shared_from; i < u->shared_to; i++)
        if (strcmp(variable_name(&whole->shared[i]), name) == 0)
            return &whole->shared[i];
    return NULL;
}

const method *unit_let(const model *whole, const unit *u, const char *name)
{
    for (uint32_t i = u->function_from; i < u->function_to; i++)
        if (strcmp(whole->functions[i]->name, name) == 0)
            return whole->functions[i];
    return NULL;
}

const char *naming_name(naming *n, const system_part *of, const char *name)
{
    if (n->alone)
        return name;
    const char *whose = of->prefix ? of->prefix : of->name;
    size_t size = strlen(whose) + strlen(name) + 3;
    char *qualified = model_allocate(n->m, size);
    snprintf(qualified, size, "%s::%s", whose, name);
    return qualified;
}

static expr *like(naming *n, const expr *x, expr_kind kind)
{
    expr *made = model_allocate(n->m, sizeof *made);
    *made = (expr){.kind = kind, .at = x->at, .end = x->end, .depth = x->depth + 1};
    return made;
}

expr *naming_indexed(naming *n, const expr *x, const char *called, expr *const *items,
                     uint32_t count)
{
    expr *name = like(n, x, EXPR_NAME);
    name->name = called;
    if (!count)
        return name;
    expr *made = like(n, x, EXPR_INDEX);
    made->a = name;
    made->b = expr_copy(n->m, items[0]);
    if (count == 1)
        return made;
    made->b = like(n, x, EXPR_TUPLE);
    made->b->items = model_allocate(n->m, count * sizeof *items);
    for (uint32_t i = 0; i < count; i++)
        made->b->items[made->b->item_count++] = expr_copy(n->m, items[i]);
    return made;
}

static expr *place(naming *n, const expr *x, const system_part *of, const variable *v,
                   expr *const *which, const expr *item)
{
    expr *items[MODEL_MAX_ARGS + 1];
    uint32_t count = of->domain_count;
    for (uint32_t i = 0; i < count; i++)
        items[i] = which[i];
    if (v->length && !item) {
        source_error(&n->m->source, n->e, x->at, NULL, "%s is an array: it is used item by item",
                     variable_name(v));
        return NULL;
    }
    if (item && !(items[count++] = naming_expr(n, item)))
        return NULL;
    return naming_indexed(n, x, naming_name(n, of, variable_name(v)), items, count);
}

static expr *call(naming *n, const expr *x, const system_part *of, const method *let,
                  expr *const *which)
{
    expr *made = like(n, x, EXPR_CALL);
    bool written = x->kind == EXPR_CALL || x->kind == EXPR_SEQ; // with brackets
    made->name = naming_name(n, of, let->name);
    made->items = model_allocate(n->m, (of->domain_count + x->item_count) * sizeof *made->items);
    for (uint32_t i = 0; i < of->domain_count; i++)
        made->items[made->item_count++] = expr_copy(n->m, which[i]);
    for (uint32_t i = 0; written && i < x->item_count; i++) {
        expr *item = naming_expr(n, x->items[i]);
        if (!item)
            return NULL;
        made->items[made->item_count++] = item;
    }
    return made;
}

void naming_own(naming *n, expr **out)
{
    for (uint32_t i = 0; i < n->part->domain_count; i++)
        out[i] = naming_given(n, n->part->of->params[i].name);
}

static const variable *own_variable(const naming *n, const expr *x)
{
    bool plain =
        n->part && x->kind == EXPR_NAME && !is_bound(n, x->name) && !naming_given(n, x->name);
    return plain ? unit_variable(n->whole, n->part->of, x->name) : NULL;
}

static const method *own_let(const naming *n, const expr *x)
{
    bool plain = n->part && x->name && !is_bound(n, x->name) && !naming_given(n, x->name);
    return plain ? unit_let(n->whole, n->part->of, x->name) : NULL;
}

// abd.client: in a simulation, a component of one of the two systems.
static const system_part *part_qualified(const naming *n, const expr *x)
{
    for (uint32_t i = 0; i < n->system->component_count; i++) {
        const system_part *of = &n->system->components[i];
        if (of->within && strcmp(of->within, x->a->name) == 0 && strcmp(of->name, x->name) == 0)
            return of;
    }
    return NULL;
}

// client, or client[x]: a component of the system. NULL: something else.
static const system_part *part_named(const naming *n, const expr *x, const expr **index)
{
    const expr *name = x->kind == EXPR_INDEX ? x->a : x;
    *index = x->kind == EXPR_INDEX ? x->b : NULL;
    if (n->system && name->kind == EXPR_FIELD && name->a->kind == EXPR_NAME &&
        !is_bound(n, name->a->name))
        return part_qualified(n, name);
    if (!n->system || name->kind != EXPR_NAME || is_bound(n, name->name) || own_variable(n, name))
        return NULL;
    for (uint32_t i = 0; i < n->system->component_count; i++)
        if (strcmp(n->system->components[i].name, name->name) == 0)
            return &n->system->components[i];
    return NULL;
}

bool naming_index(naming *n, const system_part *of, const expr *x, const expr *index, expr **out)
{
    bool tuple = index && index->kind == EXPR_TUPLE && of->domain_count > 1;
    uint32_t count = !index ? 0 : tuple ? index->item_count : 1;
    if (count != of->domain_count)
        return source_error(&n->m->source, n->e, x->at,
                            of->domain_count > 1    ? "for example: link[(x, y)].sent"
                            : of->domain_count == 1 ? "for example: client[x].status"
                                                    : "for example: server.holder",
                            of->domain_count ? "which %s is meant? There is one for each value of "
                                               "its parameters"
                                             : "there is one %s, without an index",
                            of->name);
    for (uint32_t i = 0; i < count; i++)
        if (!(out[i] = naming_expr(n, tuple ? index->items[i] : index)))
            return false;
    return true;
}

// client[x].name, with what stands behind it: an item of an array, or the arguments of a derived
// variable.
static expr *member(naming *n, const expr *x, const expr *field, const expr *item)
{
    const expr *index;
    const system_part *of = part_named(n, field->a, &index);
    expr *which[MODEL_MAX_ARGS];
    if (n->part) {
        source_error(&n->m->source, n->e, field->a->at,
                     "let an action tell it: automata share nothing else",
                     "automaton %s does not see the variables of %s", n->part->name, of->name);
        return NULL;
    }
    if (!naming_index(n, of, field->a, index, which))
        return NULL;
    const variable *v =
        field->kind == EXPR_FIELD ? unit_variable(n->whole, of->of, field->name) : NULL;
    if (v)
        return place(n, x, of, v, which, item);
    const method *let = unit_let(n->whole, of->of, field->name);
    if (let && !item)
        return call(n, field, of, let, which);
    bool found;
    expr *on_its_way = compose_channel_place(n, x, of, field->name, which, item, &found);
    if (found)
        return on_its_way;
    if (strcmp(field->name, "down") == 0 && !item)
        return crash_named(n, x, field, of, which);
    const char *names[MODEL_MAX_SHARED];
    size_t count = 0;
    for (uint32_t i = of->of->shared_from; i < of->of->shared_to; i++)
        names[count++] = variable_name(&n->whole->shared[i]);
    const char *near = did_you_mean(field->name, names, count);
    char hint[160] = "";
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    source_error(&n->m->source, n->e, field->name_at, near ? hint : NULL,
                 "automaton %s has no variable %s", of->of->name, field->name);
    return NULL;
}

static bool is_member(const naming *n, const expr *x)
{
    const expr *index;
    return (x->kind == EXPR_FIELD || x->kind == EXPR_SEQ) && part_named(n, x->a, &index) != NULL;
}

static bool operands(naming *n, const expr *x, expr *made)
{
    if ((x->a && !(made->a = naming_expr(n, x->a))) ||
        (x->b && !(made->b = naming_expr(n, x->b))) || (x->c && !(made->c = naming_expr(n, x->c))))
        return false;
    made->items = model_allocate(n->m, x->item_count * sizeof *made->items);
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!(made->items[i] = naming_expr(n, x->items[i])))
            return false;
    return true;
}

// What is said of the items of sets: its variables are bound in it, each from the next set on.
static bool bound_operands(naming *n, const expr *x, expr *made)
{
    uint32_t before = n->bound_count;
    made->binders = model_allocate(n->m, x->binder_count * sizeof *made->binders);
    for (uint32_t i = 0; i < x->binder_count; i++) {
        binder *b = &made->binders[i];
        *b = x->binders[i];
        if (b->domain && !(b->domain = naming_expr(n, b->domain)))
            return false;
        if (!naming_bind(n, b->name, b->at))
            return false;
    }
    bool ok = operands(n, x, made);
    n->bound_count = before;
    return ok;
}

static expr *given_value(naming *n, const expr *x)
{
    expr *value = is_bound(n, x->name) ? NULL : naming_given(n, x->name);
    if (!value)
        return NULL;
    value = expr_copy(n->m, value);
    value->at = x->at;
    value->end = x->end;
    return value;
}

expr *naming_expr(naming *n, const expr *x)
{
    expr *own[MODEL_MAX_ARGS];
    const variable *v = own_variable(n, x->kind == EXPR_INDEX ? x->a : x);
    if (v) {
        naming_own(n, own);
        return place(n, x, n->part, v, own, x->kind == EXPR_INDEX ? x->b : NULL);
    }
    const method *let = x->kind == EXPR_NAME || x->kind == EXPR_CALL ? own_let(n, x) : NULL;
    if (let) {
        naming_own(n, own);
        return call(n, x, n->part, let, own);
    }
    if (x->kind == EXPR_INDEX && is_member(n, x->a))
        return member(n, x, x->a, x->b);
    if (is_member(n, x))
        return member(n, x, x, NULL);
    expr *value = x->kind == EXPR_NAME ? given_value(n, x) : NULL;
    if (value)
        return value;
    expr *made = model_allocate(n->m, sizeof *made);
    *made = *x;
    bool ok = x->kind == EXPR_BIND ? bound_operands(n, x, made) : operands(n, x, made);
    return ok ? made : NULL;
}

// The variable that a statement changes.
static const char *changed(const stmt *s)
{
    bool changes = s->kind == STMT_ASSIGN || (s->kind == STMT_EXPR && s->a->kind == EXPR_SEQ);
    const expr *x = changes ? s->a : NULL;
    while (x && x->kind != EXPR_NAME)
        x = x->kind == EXPR_INDEX || x->kind == EXPR_FIELD || x->kind == EXPR_ITEM ||
                    x->kind == EXPR_SEQ
                ? x->a
                : NULL;
    return x ? x->name : NULL;
}

static stmt *statement(naming *n, const stmt *s)
{
    const char *name = changed(s);
    if (name && !is_bound(n, name) && naming_given(n, name)) {
        source_error(&n->m->source, n->e, s->at, "declare a variable of the action",
                     "%s is a parameter, and all who take part see its value", name);
        return NULL;
    }
    if (s->kind == STMT_SEND)
        return compose_send(n, s);
    stmt *made = model_allocate(n->m, sizeof *made);
    *made = *s;
    if ((s->a && !(made->a = naming_expr(n, s->a))) || (s->b && !(made->b = naming_expr(n, s->b))))
        return NULL;
    if (s->declared) {
        made->declared = model_allocate(n->m, sizeof *made->declared);
        *made->declared = *s->declared;
        if (!naming_bind(n, s->declared->name, s->at))
            return NULL;
    }
    uint32_t before = n->bound_count;
    bool ok = naming_block(n, &s->body, &made->body) && naming_block(n, &s->other, &made->other);
    n->bound_count = before;
    return ok ? made : NULL;
}

bool naming_block(naming *n, const block *from, block *to)
{
    uint32_t before = n->bound_count;
    *to = (block){.count = from->count};
    to->items = model_allocate(n->m, from->count * sizeof *to->items);
    for (uint32_t i = 0; i < from->count; i++)
        if (!(to->items[i] = statement(n, from->items[i])))
            return false;
    n->bound_count = before;
    return true;
}
