// SPDX-License-Identifier: MIT
// See instance_copies.h.

#include "model/steps/instance_copies.h"

#include "model/steps/cannot_fail.h"

static bool expr_copied(const expr *x)
{
    if (!x)
        return false;
    bool any = x->kind == EXPR_INT && x->type.kind == TYPE_ENUM && x->instance;
    for (uint32_t i = 0; i < x->item_count; i++)
        any = any || expr_copied(x->items[i]);
    for (uint32_t i = 0; i < x->binder_count; i++)
        any = any || expr_copied(x->binders[i].domain);
    return any || expr_copied(x->a) || expr_copied(x->b) || expr_copied(x->c);
}

static bool block_any(const block *b, bool (*is)(const stmt *s))
{
    bool any = false;
    for (uint32_t i = 0; !any && i < b->count; i++)
        any = is(b->items[i]) || block_any(&b->items[i]->body, is) ||
              block_any(&b->items[i]->other, is);
    return any;
}

static bool waits(const stmt *s)
{
    return s->kind == STMT_AWAIT;
}

static bool copied(const stmt *s)
{
    return expr_copied(s->a) || expr_copied(s->b);
}

// What fails before all that may wait, or after, does so in any order.
bool copies_clash(const model *m, const method *in, const block *b, bool room)
{
    uint32_t first = b->count, last = 0;
    bool begun = false;
    for (uint32_t i = 0; i < b->count; i++) {
        const block one = {.items = &b->items[i], .count = 1};
        begun = begun || block_any(&one, copied);
        if (begun && block_any(&one, waits)) {
            first = first < i ? first : i;
            last = i;
        }
    }
    const block all = {.items = b->items + first, .count = last + 1 - first};
    if (first == b->count || !block_any(&all, copied))
        return false;
    if (all.count == 1)
        return copies_clash(m, in, &all.items[0]->body, room) ||
               copies_clash(m, in, &all.items[0]->other, room);
    return !block_cannot_fail(m, in, &all, room);
}

void copied_in_turn(const block *b, void (*each)(void *context, type t), void *context)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (s->kind == STMT_EACH)
            each(context, s->declared->type);
        copied_in_turn(&s->body, each, context);
        copied_in_turn(&s->other, each, context);
    }
}
