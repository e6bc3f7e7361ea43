// SPDX-License-Identifier: MIT
// Places: variables, fields, items of arrays and parts of tuples.

#include "model/check/checker.h"
#include "model/syntax/finite_type.h"

#include <stdio.h>
#include <string.h>

static const type int_type = {.kind = TYPE_INT};

const variable *place_variable(const checker *c, const expr *x)
{
    const expr *whole = x->kind == EXPR_INDEX ? x->a : x;
    bool spec = c->u && c->u->is_spec;
    switch (whole->kind) {
    case EXPR_LOCAL:
        return &c->f->locals[x->index];
    case EXPR_SHARED:
        return spec ? &c->u->state[x->index] : &c->m->shared[x->index];
    case EXPR_FIELD:
        return &c->m->records[whole->a->type.record]->fields[x->index];
    default:
        return NULL;
    }
}

bool place_array(const checker *c, const expr *x)
{
    const variable *v = x->kind == EXPR_INDEX ? NULL : place_variable(c, x);
    return v && v->length;
}

bool place_local(const expr *x)
{
    return (x->kind == EXPR_INDEX ? x->a : x)->kind == EXPR_LOCAL;
}

bool place_own(const checker *c, const expr *x)
{
    const variable *v = place_variable(c, x);
    return v && v->own;
}

bool check_index(checker *c, expr *x)
{
    if (!check_whole(c, x->a))
        return false;
    if (!place_array(c, x->a))
        return source_error(c->s, c->e, x->a->at, "shared int[4] items;",
                            "what stands before the [ is no array");
    x->index = x->a->index;
    x->type = x->a->type;
    const variable *v = place_variable(c, x->a);
    return check_fits(c, x->b, v->index.kind == TYPE_UNIT ? int_type : v->index, "the index");
}

bool check_list(checker *c, expr *x, const variable *v)
{
    x->type = variable_type(v);
    if (type_many(x->type))
        return source_error(c->s, c->e, x->at, NULL, "a seq, set or map starts empty");
    if (x->item_count > v->length)
        return source_error(c->s, c->e, x->items[v->length]->at, NULL, "%s has only %u items",
                            variable_name(v), v->length);
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!check_fits(c, x->items[i], x->type, "the item"))
            return false;
    return x->item_count == v->length || check_zero(c, v);
}

static bool is_place(const expr *x)
{
    return x->kind == EXPR_LOCAL || x->kind == EXPR_SHARED || x->kind == EXPR_FIELD ||
           x->kind == EXPR_INDEX;
}

// A part of a variable is a variable of its own.
static bool find_item(checker *c, expr *x)
{
    if (x->a->kind == EXPR_INT)
        return source_error(c->s, c->e, x->at, NULL, "all numbers are whole");
    if (x->a->type.kind != TYPE_TUPLE)
        return source_error(c->s, c->e, x->a->at, NULL, "what stands before the dot is no tuple");
    if (x->a->type.use && !x->exact)
        return source_error(c->s, c->e, x->a->at, "whoever has called the operation knows",
                            "what is in a machine, or in its answer, cannot be looked at");
    if (x->index >= x->a->type.part_count)
        return source_error(c->s, c->e, x->name_at, "they are counted from 0",
                            "the tuple has only %u parts", x->a->type.part_count);
    uint32_t part = x->index, at = x->at, end = x->end;
    type t = x->a->type.parts[part];
    if (is_place(x->a)) {
        uint32_t offset = tuple_offset(x->a->type, part);
        *x = *x->a;
        x->index += offset;
        x->at = at;
        x->end = end;
    }
    x->type = t;
    return true;
}

// t.sn: a part of a tuple by its name.
static bool check_label(checker *c, expr *x)
{
    type t = x->a->type;
    char hint[160];
    for (uint32_t i = 0; i < t.part_count; i++)
        if (strcmp(t.labels[i], x->name) == 0) {
            x->kind = EXPR_ITEM;
            x->index = i;
            return find_item(c, x);
        }
    const char *near = did_you_mean(x->name, t.labels, t.part_count);
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(c->s, c->e, x->name_at, near ? hint : NULL, "the tuple has no part %s",
                        x->name);
}

bool check_field(checker *c, expr *x)
{
    if (!check_expr(c, x->a))
        return false;
    if (x->a->type.kind == TYPE_TUPLE && x->a->type.labels)
        return check_label(c, x);
    if (x->a->type.kind != TYPE_POINTER)
        return source_error(c->s, c->e, x->a->at, NULL, "what stands before the dot is no pointer");
    const record *r = c->m->records[x->a->type.record];
    x->before = c->before;
    x->index = variable_find(r->fields, r->field_count, x->name);
    if (x->index < r->field_count) {
        x->type = variable_type(&r->fields[x->index]);
        return true;
    }
    const char *names[MODEL_MAX_NAMES];
    for (uint32_t i = 0; i < r->field_count; i++)
        names[i] = variable_name(&r->fields[i]);
    char hint[160];
    const char *near = did_you_mean(x->name, names, r->field_count);
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(c->s, c->e, x->name_at, near ? hint : NULL, "struct %s has no field %s",
                        r->name, x->name);
}

bool check_item(checker *c, expr *x)
{
    return check_expr(c, x->a) && find_item(c, x);
}

bool check_place(checker *c, expr *x, const char *role)
{
    return check_expr(c, x) &&
           (is_place(x) || source_error(c->s, c->e, x->at, "a variable or a field: top, n.next",
                                        "%s must be a place that can be written", role));
}
