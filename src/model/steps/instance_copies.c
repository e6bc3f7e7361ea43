// SPDX-License-Identifier: MIT
// See instance_copies.h.

#include "model/steps/instance_copies.h"

#include "model/steps/cannot_fail.h"
#include "model/syntax/ast_walk.h"

static bool waits(const stmt *s)
{
    return s->kind == STMT_AWAIT;
}

static bool is_instance(void *context, const expr *x)
{
    (void)context;
    return x->kind == EXPR_INT && x->type.kind == TYPE_ENUM && x->instance;
}

static bool copied(const block *b)
{
    return block_any_expr(b, is_instance, NULL);
}

// What fails before all that may wait, or after, does so in any order.
bool copies_clash(const model *m, const method *in, const block *b, bool room)
{
    uint32_t first = b->count, last = 0;
    bool begun = false;
    for (uint32_t i = 0; i < b->count; i++) {
        const block one = {.items = &b->items[i], .count = 1};
        begun = begun || copied(&one);
        if (begun && block_find(&one, waits)) {
            first = first < i ? first : i;
            last = i;
        }
    }
    if (first == b->count)
        return false;
    const block all = {.items = b->items + first, .count = last + 1 - first};
    if (!copied(&all))
        return false;
    if (all.count == 1)
        return copies_clash(m, in, &all.items[0]->body, room) ||
               copies_clash(m, in, &all.items[0]->other, room);
    return !block_cannot_fail(m, in, &all, room);
}
