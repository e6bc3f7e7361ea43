// SPDX-License-Identifier: MIT
// See ast_walk.h.

#include "model/syntax/ast_walk.h"

bool expr_any(const expr *x, bool (*is)(void *context, const expr *x), void *context)
{
    if (!x)
        return false;
    bool any = is(context, x) || expr_any(x->a, is, context) || expr_any(x->b, is, context) ||
               expr_any(x->c, is, context);
    for (uint32_t i = 0; !any && i < x->item_count; i++)
        any = expr_any(x->items[i], is, context);
    for (uint32_t i = 0; !any && i < x->binder_count; i++)
        any = expr_any(x->binders[i].domain, is, context);
    return any;
}

bool block_any_expr(const block *b, bool (*is)(void *context, const expr *x), void *context)
{
    bool any = false;
    for (uint32_t i = 0; !any && i < b->count; i++) {
        const stmt *s = b->items[i];
        any = expr_any(s->a, is, context) || expr_any(s->b, is, context) ||
              block_any_expr(&s->body, is, context) || block_any_expr(&s->other, is, context);
    }
    return any;
}

const stmt *block_find(const block *b, bool (*is)(const stmt *s))
{
    const stmt *found = NULL;
    for (uint32_t i = 0; !found && i < b->count; i++) {
        const stmt *s = b->items[i];
        found = is(s) ? s : block_find(&s->body, is);
        found = found ? found : block_find(&s->other, is);
    }
    return found;
}

static bool is_return(const stmt *s)
{
    return s->kind == STMT_RETURN;
}

const stmt *block_return(const block *b)
{
    return block_find(b, is_return);
}
