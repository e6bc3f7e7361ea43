// SPDX-License-Identifier: MIT
// Messages: their contents have finite types, and fit where one is sent.

#include "model/check/checker.h"
#include "model/syntax/finite_type.h"

#include <string.h>

// What a message cannot be called: what means something else where one is made.
static bool is_taken(const model *m, const char *name)
{
    static const char *const words[] = {"value", "min",  "max", "closure", "choose", "ll",     "sc",
                                        "swap",  "dcas", "faa", "acyclic", "sorted", "reaches"};
    bool taken = procedure_find(m, name) < m->procedure_count;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        taken |= strcmp(words[i], name) == 0;
    for (uint32_t i = 0; i < m->function_count; i++)
        taken |= !m->functions[i]->is_let && strcmp(m->functions[i]->name, name) == 0;
    for (uint32_t i = 0; i < m->constant_count; i++)
        taken |= strcmp(m->constants[i].name, name) == 0;
    uint32_t of, item;
    return taken || enum_item_find(m, name, &of, &item);
}

bool check_messages(checker *c)
{
    model *m = c->m;
    for (uint32_t i = 0; i < m->message_count; i++)
        if (is_taken(m, m->messages[i].name))
            return declared_twice(c, m->messages[i].name, m->messages[i].at);
    for (uint32_t i = 0; i < m->message_count; i++)
        for (uint32_t k = 0; k < m->messages[i].param_count; k++)
            if (!check_type(c, &m->messages[i].params[k].type))
                return false;
    return true;
}

bool check_message(checker *c, expr *x)
{
    x->kind = EXPR_MESSAGE;
    x->index = message_find(c->m, x->name);
    x->type = message_type(c->m);
    const message_kind *k = &c->m->messages[x->index];
    c->m->used[k->at] = true;
    if (x->item_count != k->param_count)
        return source_error(c->s, c->e, x->at, NULL, "the message %s has %u part%s", k->name,
                            k->param_count, k->param_count == 1 ? "" : "s");
    for (uint32_t i = 0; i < k->param_count; i++)
        if (!check_fits(c, x->items[i], k->params[i].type, "this part of the message"))
            return false;
    return true;
}

bool check_received(checker *c, expr *x)
{
    x->type = x->kind == EXPR_IS ? (type){.kind = TYPE_BOOL}
                                 : c->m->messages[x->index].params[x->number].type;
    return check_expr(c, x->a);
}
