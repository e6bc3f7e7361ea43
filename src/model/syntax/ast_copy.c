// SPDX-License-Identifier: MIT
// Copies of statements as they were parsed. Types are shared: checking them twice finds
// the same.

#include "model/syntax/ast.h"

#include <string.h>

expr *expr_copy(model *m, const expr *x)
{
    if (!x)
        return NULL;
    expr *copy = model_allocate(m, sizeof *copy);
    *copy = *x;
    copy->a = expr_copy(m, x->a);
    copy->b = expr_copy(m, x->b);
    copy->c = expr_copy(m, x->c);
    copy->items = model_allocate(m, x->item_count * sizeof *copy->items);
    for (uint32_t i = 0; i < x->item_count; i++)
        copy->items[i] = expr_copy(m, x->items[i]);
    copy->binders = model_allocate(m, x->binder_count * sizeof *copy->binders);
    for (uint32_t i = 0; i < x->binder_count; i++) {
        copy->binders[i] = x->binders[i];
        copy->binders[i].domain = expr_copy(m, x->binders[i].domain);
    }
    return copy;
}

static stmt *stmt_copy(model *m, const stmt *s)
{
    stmt *copy = model_allocate(m, sizeof *copy);
    *copy = *s;
    copy->a = expr_copy(m, s->a);
    copy->b = expr_copy(m, s->b);
    copy->more = model_allocate(m, s->more_count * sizeof *copy->more);
    for (uint32_t i = 0; i < s->more_count; i++)
        copy->more[i] = expr_copy(m, s->more[i]);
    if (s->declared) {
        copy->declared = model_allocate(m, sizeof *copy->declared);
        *copy->declared = *s->declared;
    }
    copy->body = block_copy(m, &s->body);
    copy->other = block_copy(m, &s->other);
    return copy;
}

block block_copy(model *m, const block *b)
{
    block copy = {.count = b->count};
    copy.items = model_allocate(m, b->count * sizeof *copy.items);
    for (uint32_t i = 0; i < b->count; i++)
        copy.items[i] = stmt_copy(m, b->items[i]);
    return copy;
}

method *method_copy(model *m, const method *f)
{
    method *copy = model_allocate(m, sizeof *copy);
    *copy = *f;
    copy->body = block_copy(m, &f->body);
    return copy;
}
