// SPDX-License-Identifier: MIT
// Sets, what is said of their items, and seqs.

#include "model/component/component_typing.h"

#include <string.h>

static const type int_type = {.kind = TYPE_INT}, bool_type = {.kind = TYPE_BOOL};

type set_type(model *m, type item)
{
    type t = {.kind = TYPE_MASK, .part_count = 1, .at = item.at};
    t.parts = model_allocate(m, sizeof *t.parts);
    t.parts[0] = item;
    return t;
}

bool type_set(typing *t, expr *x, const type *want)
{
    bool known = want && want->kind == TYPE_MASK;
    type item = known ? want->parts[0] : (type){0};
    for (uint32_t i = 0; i < x->item_count; i++) {
        if (!type_expr(t, x->items[i], known || i ? &item : NULL))
            return false;
        if (!known && !i)
            item = x->items[0]->type;
    }
    if (!known && !x->item_count)
        return typing_fails(t, x->at, "compare with s.empty()",
                            "it is not known what this is a set of");
    x->type = known ? *want : set_type(t->m, item);
    return true;
}

bool type_in(typing *t, expr *x)
{
    x->type = bool_type;
    type named;
    if (x->b->kind == EXPR_NAME && !typing_knows(t, x->b->name) &&
        type_of_name(t, x->b->name, &named)) {
        x->b->type = named;
        return type_expr(t, x->a, NULL);
    }
    if (x->b->kind == EXPR_SET) { // a comparison with each
        if (!type_expr(t, x->a, NULL))
            return false;
        type of = set_type(t->m, x->a->type);
        return type_set(t, x->b, &of);
    }
    if (!type_expr(t, x->b, NULL))
        return false;
    if (x->b->type.kind != TYPE_MASK)
        return typing_fails(t, x->b->at, NULL, "this set cannot be compiled yet");
    return type_expr(t, x->a, &x->b->type.parts[0]);
}

static bool type_binder(typing *t, binder *b)
{
    type named;
    if (!b->domain) {
        type_resolve(t->m, &b->type);
    } else if (b->domain->kind == EXPR_NAME && !typing_knows(t, b->domain->name) &&
               type_of_name(t, b->domain->name, &named)) {
        b->type = named;
        b->domain = NULL;
    } else {
        if (!type_expr(t, b->domain, NULL))
            return false;
        if (b->domain->type.kind != TYPE_MASK)
            return typing_fails(t, b->domain->at, NULL, "this set cannot be compiled yet");
        b->type = b->domain->type.parts[0];
    }
    return true;
}

// What must hold of the items that count.
static const expr *selecting(const expr *x)
{
    const expr *a = x->a;
    if (x->bind == BIND_FILTER || x->bind == BIND_ANY)
        return a;
    if (x->bind != BIND_ALL)
        return x->b;
    if (a->kind == EXPR_CONDITION && a->c->kind == EXPR_BOOL && a->c->number)
        return a->a;
    return a->kind == EXPR_BINARY && a->op == OP_OR && a->a->kind == EXPR_NOT ? a->a->a : NULL;
}

// A variable of a type that has no end goes through what is kept of it.
static bool find_domain(const typing *t, expr *x, uint32_t number)
{
    binder *b = &x->binders[number];
    if (b->domain || type_is_closed(t->m, b->type))
        return true;
    const expr *condition = selecting(x);
    b->domain = condition ? component_domain(t->m, condition, b->name) : NULL;
    for (uint32_t i = number; b->domain && i < x->binder_count; i++)
        if (expr_names(b->domain, x->binders[i].name))
            b->domain = NULL;
    return b->domain ||
           typing_fails(t, b->at, "go through a set, or say first: x in s, or a[x] != none",
                        "%s would go through a type that has no end in what runs", b->name);
}

bool type_bind(typing *t, expr *x, const type *want)
{
    uint32_t before = t->count;
    for (uint32_t i = 0; i < x->binder_count; i++)
        if (!type_binder(t, &x->binders[i]) ||
            !typing_bind(t, x->binders[i].name, x->binders[i].type, x->binders[i].at))
            return false;
    bool known = want && want->kind == TYPE_MASK, ok = true;
    type quorum;
    switch (x->bind) {
    case BIND_ALL:
    case BIND_ANY:
        x->type = bool_type;
        ok = type_expr(t, x->a, &bool_type);
        break;
    case BIND_FILTER:
        x->type = set_type(t->m, x->binders[0].type);
        ok = type_expr(t, x->a, &bool_type);
        break;
    case BIND_MAP:
        ok = type_expr(t, x->a, known ? &want->parts[0] : NULL);
        x->type = known ? *want : set_type(t->m, x->a->type);
        break;
    case BIND_LEAST:
    case BIND_MOST:
        ok = type_expr(t, x->a, NULL);
        x->type = x->a->type;
        break;
    case BIND_MAJORITIES:
        quorum = set_type(t->m, x->binders[0].type);
        x->type = set_type(t->m, quorum);
        break;
    }
    ok = ok && (!x->b || type_expr(t, x->b, &bool_type));
    for (uint32_t i = 0; ok && i < x->binder_count; i++)
        ok = find_domain(t, x, i);
    t->count = before;
    return ok;
}

// What a seq can do here: those that change it are statements, or all that is assigned.
bool type_sequence(typing *t, expr *x)
{
    static const char *const asks[] = {"empty", "len", "front", "back", "has"};
    static const char *const changes[] = {"push", "push_front", "pop", "pop_front", "remove"};
    bool known = false, changing = x == t->changing;
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
        known |= strcmp(x->name, asks[i]) == 0;
    for (size_t i = 0; changing && i < sizeof changes / sizeof *changes; i++)
        known |= strcmp(x->name, changes[i]) == 0;
    if (!known || x->a->kind != EXPR_SHARED)
        return typing_fails(t, x->at, "let it be a statement of its own, of a variable",
                            "%s of a seq cannot be compiled here", x->name);
    type item = x->a->type.parts[0];
    bool gives = strcmp(x->name, "front") == 0 || strcmp(x->name, "back") == 0 ||
                 strncmp(x->name, "pop", 3) == 0;
    x->type = gives ? item : strcmp(x->name, "len") == 0 ? int_type : bool_type;
    return !x->item_count || type_expr(t, x->items[0], &item);
}
