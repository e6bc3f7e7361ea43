// SPDX-License-Identifier: MIT
// What is declared at the top of a file and is no variable: constants, structs, types and enums.

#include "model/syntax/parser.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

bool parse_struct(parser *p)
{
    model *m = p->m;
    if (m->record_count >= MODEL_MAX_RECORDS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d structs",
                            MODEL_MAX_RECORDS);
    if (!m->records)
        m->records = memory_new(MODEL_MAX_RECORDS, sizeof(record *));
    record *r = model_allocate(m, sizeof *r);
    m->records[m->record_count++] = r;
    if (!(r->name = parser_name(p, "struct", &r->at)) || !parser_open(p, "before the fields"))
        return false;
    while (!parser_close(p)) {
        parser_role(p, ROLE_START);
        if (!parse_variables(p, r->fields, &r->field_count, "field") ||
            !parser_expect(p, ";", "after the field"))
            return false;
    }
    parser_take(p, ";");
    return true;
}

bool parse_const(parser *p)
{
    model *m = p->m;
    constant c = {0};
    if (!(c.name = parser_name(p, "const", &c.at)) || !parser_expect(p, "=", "after the name") ||
        !parse_number(p, &c.value) || !parser_expect(p, ";", "after the value"))
        return false;
    MEMORY_GROW(m->constants, m->constant_capacity, m->constant_count + 1);
    m->constants[m->constant_count++] = c;
    return true;
}

// type tag = (int 0..3 sn, replica id);
bool parse_alias(parser *p)
{
    model *m = p->m;
    alias a = {0};
    bool finite = p->finite;
    p->finite = true;
    bool ok = (a.name = parser_name(p, "type", &a.at)) != NULL &&
              parser_expect(p, "=", "after the name") && parse_type(p, &a.type);
    p->finite = finite;
    if (!ok || !parser_expect(p, ";", "after the type"))
        return false;
    for (uint32_t i = 0; i < m->alias_count; i++)
        if (strcmp(m->aliases[i].name, a.name) == 0)
            return source_error(p->s, p->e, a.at, "choose another name", "%s is declared already",
                                a.name);
    MEMORY_GROW(m->aliases, m->alias_capacity, m->alias_count + 1);
    m->aliases[m->alias_count++] = a;
    return true;
}

// enum replica[3]; has the names replica1, replica2 and replica3.
static bool count_names(parser *p, enumeration *n)
{
    uint32_t count;
    p->t++;
    if (!parse_bound(p, "the number of names", 1, MODEL_MAX_NAMES, &count) ||
        !parser_expect(p, "]", "after the number of names") ||
        !parser_expect(p, ";", "after the enum"))
        return false;
    for (; n->item_count < count; n->item_count++) {
        size_t size = strlen(n->name) + 12;
        char *name = model_allocate(p->m, size);
        snprintf(name, size, "%s%u", n->name, n->item_count + 1);
        n->items[n->item_count] = name;
        n->item_at[n->item_count] = n->at;
    }
    return true;
}

bool parse_enum(parser *p)
{
    model *m = p->m;
    if (m->enum_count == MODEL_MAX_ENUMS)
        return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d enums",
                            MODEL_MAX_ENUMS);
    if (!m->enums)
        m->enums = memory_new(MODEL_MAX_ENUMS, sizeof(enumeration *));
    enumeration *n = model_allocate(m, sizeof *n);
    m->enums[m->enum_count++] = n;
    if (!(n->name = parser_name(p, "enum", &n->at)))
        return false;
    if (parser_at(p, "["))
        return count_names(p, n);
    if (!parser_open(p, "before the names"))
        return false;
    do {
        if (n->item_count == MODEL_MAX_NAMES)
            return source_error(p->s, p->e, p->t->at, NULL, "an enum has at most %d names",
                                MODEL_MAX_NAMES);
        n->items[n->item_count] = parser_name(p, "value", &n->item_at[n->item_count]);
        if (!n->items[n->item_count++])
            return false;
    } while (parser_take(p, ","));
    return parser_close(p) || parser_expect(p, "}", "after the names");
}
