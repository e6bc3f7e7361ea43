// SPDX-License-Identifier: MIT
// What is declared at the top of a file and is no variable: constants, structs, types and enums.

#include "model/syntax/parser.h"

#include "base/memory.h"
#include "model/syntax/finite_type.h"

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
    if (parser_at(p, "..."))
        return source_error(p->s, p->e, p->t->at,
                            "name some for what is verified: enum op { w1, r1, ... }",
                            "a value is expected before the dots");
    do {
        if (n->item_count == MODEL_MAX_NAMES)
            return source_error(p->s, p->e, p->t->at, NULL, "an enum has at most %d names",
                                MODEL_MAX_NAMES);
        n->items[n->item_count] = parser_name(p, "value", &n->item_at[n->item_count]);
        if (!n->items[n->item_count++])
            return false;
    } while (parser_take(p, ",") && !parser_at(p, "..."));
    n->open = parser_take(p, "...");
    if (n->open && parser_at(p, ","))
        return source_error(p->s, p->e, p->t->at, "enum op { w1, r1, ... }", "the dots come last");
    return parser_close(p) || parser_expect(p, "}", "after the names");
}

static bool parse_contents(parser *p, message_kind *k)
{
    uint64_t count = 1;
    if (parser_take(p, "(")) {
        do {
            if (k->param_count == MODEL_MAX_ARGS)
                return source_error(p->s, p->e, p->t->at, NULL, "there are more than %d parts",
                                    MODEL_MAX_ARGS);
            variable *v = &k->params[k->param_count++];
            if (!parse_variable(p, v, "part"))
                return false;
            uint32_t values = v->length ? 0 : type_card(v->type);
            count *= values;
            if (values && count > FINITE_MOST)
                return source_error(p->s, p->e, v->type.at, "give its parts smaller types",
                                    "there are too many messages");
            if (!values)
                return source_error(p->s, p->e, v->type.at,
                                    "an enum, bool, int 0..3, an option or tuple of them, or a set "
                                    "of up to 7",
                                    "a part of a message must have a finite type");
        } while (parser_take(p, ","));
        if (!parser_expect(p, ")", "after the parts"))
            return false;
    }
    k->count = (uint32_t)count;
    return true;
}

// message query, store(tag t, op v);
bool parse_message(parser *p)
{
    model *m = p->m;
    bool finite = p->finite;
    p->finite = true;
    do {
        message_kind k = {0};
        if (!(k.name = parser_name(p, "message", &k.at)) || !parse_contents(p, &k))
            return false;
        if (m->message_count == MODEL_MAX_MESSAGES)
            return source_error(p->s, p->e, k.at, NULL, "there are more than %d messages",
                                MODEL_MAX_MESSAGES);
        if (message_find(m, k.name) < m->message_count)
            return source_error(p->s, p->e, k.at, "choose another name", "%s is declared already",
                                k.name);
        k.base = m->message_count ? message_type(m).names : 0;
        if ((uint64_t)k.base + k.count > FINITE_MOST)
            return source_error(p->s, p->e, k.at, "give its parts smaller types",
                                "there are too many messages");
        MEMORY_GROW(m->messages, m->message_capacity, m->message_count + 1);
        m->messages[m->message_count++] = k;
    } while (parser_take(p, ","));
    p->finite = finite;
    return parser_expect(p, ";", "after the messages");
}
