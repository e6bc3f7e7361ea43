// SPDX-License-Identifier: MIT
// Constants of the file and derived variables that are called like something that every text of the
// file sees: which of both a name meant would depend on where it stands.

#include "model/syntax/ast.h"

#include <string.h>

// Where something else of that name is declared; UINT32_MAX: nowhere.
static uint32_t declared_at(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->constant_count; i++)
        if (strcmp(m->constants[i].name, name) == 0)
            return m->constants[i].at;
    for (uint32_t i = 0; i < m->enum_count; i++) {
        const enumeration *n = m->enums[i];
        if (strcmp(n->name, name) == 0)
            return n->at;
        for (uint32_t k = 0; k < n->item_count; k++)
            if (strcmp(n->items[k], name) == 0)
                return n->item_at[k];
    }
    for (uint32_t i = 0; i < m->alias_count; i++)
        if (strcmp(m->aliases[i].name, name) == 0)
            return m->aliases[i].at;
    for (uint32_t i = 0; i < m->message_count; i++)
        if (strcmp(m->messages[i].name, name) == 0)
            return m->messages[i].at;
    return UINT32_MAX;
}

bool model_check_names(const model *m, error *e)
{
    for (uint32_t i = 0; i < m->function_count; i++) {
        const method *f = m->functions[i];
        uint32_t other = f->is_let || f->is_constant ? declared_at(m, f->name) : UINT32_MAX;
        if (other == UINT32_MAX)
            continue;
        uint32_t later = other > f->at ? other : f->at, line, column;
        source_position(&m->source, other > f->at ? f->at : other, &line, &column);
        return source_error(&m->source, e, later, "choose another name",
                            "%s is declared already, at %u:%u", f->name, line, column);
    }
    return true;
}
