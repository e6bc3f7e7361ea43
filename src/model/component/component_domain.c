// SPDX-License-Identifier: MIT
// What is kept of a type without end. A component that runs knows finitely many identifiers: those in
// its sets, and those for which an item of an array is not what it was first. So `{x in op : c}` and
// an action of an op can be gone through where c is false for all others.

#include "model/component/component_typing.h"

#include "model/syntax/ast_walk.h"

#include <string.h>

static bool is_named(void *name, const expr *x)
{
    return x->kind == EXPR_LOCAL && strcmp(x->name, *(const char **)name) == 0;
}

bool expr_names(const expr *x, const char *name)
{
    return expr_any(x, is_named, &name);
}

bool type_is_open_set(const model *m, type t)
{
    return t.kind == TYPE_MASK && !t.optional && !type_is_closed(m, t.parts[0]);
}

bool is_open_array(const model *m, const expr *x)
{
    if (x->kind != EXPR_SHARED || x->index == UINT32_MAX)
        return false;
    const variable *v = &m->shared[x->index];
    return v->length && v->index.kind != TYPE_UNIT && !type_is_closed(m, v->index);
}

// a[x], or a part of it: the array. NULL: it is something else.
static expr *entry_of(const model *m, const expr *x, const char *name)
{
    while (x->kind == EXPR_ITEM)
        x = x->a;
    return x->kind == EXPR_INDEX && is_open_array(m, x->a) && x->b->kind == EXPR_LOCAL &&
                   strcmp(x->b->name, name) == 0
               ? x->a
               : NULL;
}

static bool begins_at_zero(type t)
{
    return t.optional || t.kind == TYPE_BOOL ||
           ((t.kind == TYPE_INT || t.kind == TYPE_ENUM) && (!t.ranged || t.low == 0));
}

// Is `first op literal` false, where `first` is what a variable of this type holds first?
static bool first_is_not(const expr *entry, binary_op op, const expr *literal)
{
    bool none = literal->kind == EXPR_NONE;
    if (!begins_at_zero(entry->type) ||
        (!none && literal->kind != EXPR_INT && literal->kind != EXPR_BOOL))
        return false;
    int order = entry->type.optional && none  ? 0
                : entry->type.optional        ? -1
                : none || literal->number < 0 ? 1
                : literal->number > 0         ? -1
                                              : 0;
    switch (op) {
    case OP_EQ:
        return order != 0;
    case OP_NE:
        return order == 0;
    case OP_LT:
        return order >= 0;
    case OP_LE:
        return order > 0;
    case OP_GT:
        return order <= 0;
    case OP_GE:
        return order < 0;
    default:
        return false;
    }
}

static binary_op mirrored(binary_op op)
{
    return op == OP_LT   ? OP_GT
           : op == OP_LE ? OP_GE
           : op == OP_GT ? OP_LT
           : op == OP_GE ? OP_LE
                         : op;
}

expr *component_domain(const model *m, const expr *x, const char *name)
{
    expr *found;
    if (x->kind == EXPR_BINARY && x->op == OP_AND) {
        found = component_domain(m, x->a, name);
        return found ? found : component_domain(m, x->b, name);
    }
    if (x->kind == EXPR_IN)
        return x->b->type.kind == TYPE_MASK && x->b->kind != EXPR_NAME && x->b->kind != EXPR_SET &&
                       x->a->kind == EXPR_LOCAL && strcmp(x->a->name, name) == 0 &&
                       !expr_names(x->b, name)
                   ? x->b
                   : NULL;
    if (x->kind == EXPR_BINARY) {
        found = entry_of(m, x->a, name);
        if (found)
            return first_is_not(x->a, x->op, x->b) ? found : NULL;
        found = entry_of(m, x->b, name);
        return found && first_is_not(x->b, mirrored(x->op), x->a) ? found : NULL;
    }
    return x->type.kind == TYPE_BOOL && !x->type.optional ? entry_of(m, x, name) : NULL;
}
