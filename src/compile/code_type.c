// SPDX-License-Identifier: MIT
// The types of a model in C: ints are int64_t, identifiers of a supply lp_id, a set of a finite
// type the bits of a uint64_t, tuples and options structs.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <string.h>

bool code_same_type(type a, type b)
{
    if (a.kind != b.kind || a.use != b.use || a.optional != b.optional ||
        a.part_count != b.part_count || (a.kind == TYPE_ENUM && a.record != b.record))
        return false;
    if (type_lowest(a) != type_lowest(b) ||
        (a.kind != TYPE_MASK && type_highest(a) != type_highest(b)))
        return false;
    if (a.kind == TYPE_TUPLE && (a.labels != NULL) != (b.labels != NULL))
        return false;
    for (uint32_t i = 0; i < a.part_count; i++)
        if (!code_same_type(a.parts[i], b.parts[i]) ||
            (a.labels && a.kind == TYPE_TUPLE && strcmp(a.labels[i], b.labels[i]) != 0))
            return false;
    return true;
}

static const alias *alias_of(const coder *c, type t)
{
    for (uint32_t i = 0; i < c->m->alias_count; i++)
        if (code_same_type(c->m->aliases[i].type, t))
            return &c->m->aliases[i];
    return NULL;
}

static coded_type *find(coder *c, type t, const char *name, uint32_t declared_at, uint32_t at)
{
    for (uint32_t i = 0; i < c->type_count; i++)
        if (strcmp(c->types[i].name, name) == 0)
            return &c->types[i];
    if (c->type_count == CODE_TYPES) {
        code_fails(c, at, NULL, "there are more than %d types", CODE_TYPES);
        return &c->types[0];
    }
    coded_type *fresh = &c->types[c->type_count++];
    *fresh = (coded_type){.type = t, .name = name, .at = declared_at};
    return fresh;
}

coded_type *code_find_type(coder *c, type t, const char *name, uint32_t at)
{
    return find(c, t, name, 0, at);
}

static type without_option(type t)
{
    t.optional = false;
    return t;
}

static coded_type *find_option(coder *c, type t, uint32_t at)
{
    type plain = without_option(t);
    const char *base = t.kind == TYPE_INT    ? "int"
                       : t.kind == TYPE_BOOL ? "bool"
                                             : code_type(c, plain, at);
    t.ranged = t.open = false;
    return find(c, t, code_format(c, "%s_option", base), 0, at);
}

static coded_type *find_tuple(coder *c, type t, uint32_t at)
{
    const alias *a = alias_of(c, t);
    for (uint32_t i = 0; i < t.part_count; i++)
        code_type(c, t.parts[i], at);
    for (uint32_t i = 0; !a && i < c->type_count; i++)
        if (code_same_type(c->types[i].type, t))
            return &c->types[i];
    const char *name = a ? code_type_name(c, a->name) : code_format(c, "tuple%u", c->type_count);
    return find(c, t, name, a ? a->at : 0, at);
}

static const char *set_name(coder *c, type t, uint32_t at)
{
    if (type_is_open_set(c->m, t)) {
        code_open_set(c, t, at);
        return "lp_set";
    }
    uint32_t items = type_card(t.parts[0]);
    if (!items || items > CODE_SET_MOST)
        code_fails(c, at, NULL, "a set of more than %d values cannot be compiled", CODE_SET_MOST);
    const alias *a = alias_of(c, t);
    return a ? find(c, t, code_type_name(c, a->name), a->at, at)->name : "uint64_t";
}

static const char *enum_name(coder *c, type t, uint32_t at)
{
    const enumeration *n = c->m->enums[t.record];
    type whole = {.kind = TYPE_ENUM, .record = t.record, .names = n->item_count};
    return find(c, whole, code_type_name(c, n->name), n->at, at)->name;
}

const char *code_type(coder *c, type t, uint32_t at)
{
    if (t.use)
        return t.use == USE_ANSWER ? "lp_answer" : "lp_machine";
    if (type_is_supply(c->m, t))
        return "lp_id";
    if (t.optional)
        return find_option(c, t, at)->name;
    switch (t.kind) {
    case TYPE_INT:
        return "int64_t";
    case TYPE_BOOL:
        return "bool";
    case TYPE_ENUM:
        return enum_name(c, t, at);
    case TYPE_TUPLE:
        return find_tuple(c, t, at)->name;
    case TYPE_MASK:
        return set_name(c, t, at);
    case TYPE_SEQ:
        code_seq(c, t, at);
        return "lp_set";
    default:
        code_fails(c, at, NULL, "a value of this type cannot be compiled yet");
        return "int";
    }
}

coded_type *code_need(coder *c, type t, uint32_t at, unsigned needs)
{
    coded_type *found = t.optional ? find_option(c, t, at) : find_tuple(c, t, at);
    bool fresh = (found->needs & needs) != needs;
    found->needs |= needs;
    for (uint32_t i = 0; fresh && t.kind == TYPE_TUPLE && i < t.part_count; i++) {
        type p = t.parts[i];
        if ((p.kind == TYPE_TUPLE && !p.use) || (p.optional && !type_is_supply(c->m, p)))
            code_need(c, p, at, needs);
    }
    return found;
}

const char *code_zero(coder *c, type t)
{
    if (t.use == USE_ANSWER)
        return "LP_NO_ANSWER";
    if (type_is_supply(c->m, t))
        return "LP_NO_ID";
    if (type_is_open_set(c->m, t))
        return "(lp_set){0}";
    if (t.optional || t.kind == TYPE_TUPLE)
        return code_format(c, "(%s){0}", code_type(c, t, t.at));
    if (t.kind == TYPE_BOOL)
        return "false";
    if (t.kind == TYPE_ENUM)
        return code_format(c, "%s_%s", code_type(c, t, t.at), c->m->enums[t.record]->items[0]);
    return "0";
}

static const char *declaration_text(coder *c, uint32_t at, const char *word)
{
    const char *bytes = c->m->source.bytes;
    uint32_t end = at;
    while (bytes[end] && bytes[end] != ';' && bytes[end] != '}')
        end++;
    end += bytes[end] == '}';
    char *text_of = source_excerpt(&c->m->source, at, end);
    const char *made = code_format(c, "// %s  %s %s", code_comment(c, at), word, text_of);
    text t = {.bytes = text_of, .length = strlen(text_of)};
    text_fini(&t);
    return made;
}

static void declare_enum(coder *c, const coded_type *t)
{
    const enumeration *n = c->m->enums[t->type.record];
    code_line(c, "%s", declaration_text(c, t->at, "enum"));
    text items = {0};
    for (uint32_t i = 0; i < n->item_count; i++)
        text_add(&items, "%s%s_%s", i ? ", " : "", t->name, n->items[i]);
    code_line(c, "%s",
              code_list(c, code_format(c, "typedef enum %s {", t->name), items.bytes,
                        code_format(c, "} %s;", t->name)));
    text_fini(&items);
    code_line(c, "enum { %s_count = %u };", t->name, n->item_count);
    code_line(c, "extern const char *const %s_names[];\n", t->name);
}

static void declare_functions(coder *c, const coded_type *t)
{
    const char *name = t->name;
    bool option = t->type.optional;
    if (t->needs & NEEDS_COMPARE)
        code_line(c, "int compare_%s(%s a, %s b);", name, name, name);
    if (t->needs & NEEDS_BYTES) {
        code_line(c, "void put_%s(lp_bytes *to, %s value);", name, name);
        code_line(c, "%s get_%s(lp_bytes *from%s);", name, name,
                  option ? ", int64_t least, int64_t most" : "");
    }
    if (t->needs & NEEDS_SHOW)
        code_line(c, "void show_%s(lp_text *text, %s value);", name, name);
    if (t->needs & NEEDS_RANK)
        code_line(c, "uint64_t rank_%s(%s value%s);", name, name, option ? ", int64_t least" : "");
    if (t->needs & NEEDS_AT)
        code_line(c, "%s %s_at(uint64_t rank%s);", name, name, option ? ", int64_t least" : "");
    if (t->needs & NEEDS_HELD)
        code_line(c, "%s held_%s(%s value, const char *where);",
                  code_type(c, without_option(t->type), 0), name, name);
}

static void declare(coder *c, coded_type *t)
{
    if (t->declared)
        return;
    t->declared = true;
    type of = t->type;
    for (uint32_t i = 0; i < c->type_count; i++) // what it is made of comes first
        for (uint32_t k = 0; &c->types[i] != t && k < of.part_count + of.optional; k++) {
            type part = k < of.part_count ? of.parts[k] : without_option(of);
            bool simple = type_is_supply(c->m, part) ||
                          (!part.optional && (part.kind == TYPE_INT || part.kind == TYPE_BOOL));
            if (!simple && strcmp(code_type(c, part, 0), c->types[i].name) == 0)
                declare(c, &c->types[i]);
        }
    if (of.kind == TYPE_ENUM && !of.optional) {
        declare_enum(c, t);
        return;
    }
    if (of.kind == TYPE_MAP || of.kind == TYPE_SEQ || type_is_open_set(c->m, of)) {
        code_declare_many(c, t);
        return;
    }
    if (t->at)
        code_line(c, "%s", declaration_text(c, t->at, "type"));
    if (of.kind == TYPE_MASK) {
        code_line(c, "typedef uint64_t %s; // a bit for each value\n", t->name);
        return;
    }
    code_line(c, "typedef struct %s {", t->name);
    c->indent++;
    if (of.optional) {
        code_line(c, "bool some; // else none");
        code_line(c, "%s value;", code_type(c, without_option(of), 0));
    }
    for (uint32_t i = 0; !of.optional && i < of.part_count; i++)
        code_line(c, "%s %s;", code_type(c, of.parts[i], 0), code_part(c, of, i));
    c->indent--;
    code_line(c, "} %s;", t->name);
    declare_functions(c, t);
    code_line(c, "%s", "");
}

void code_type_declarations(coder *c)
{
    for (;;) { // in the order of the model, and then what it does not name
        coded_type *next = NULL;
        for (uint32_t i = 0; i < c->type_count; i++) {
            coded_type *t = &c->types[i];
            if (!t->declared && (!next || (t->at && (!next->at || t->at < next->at))))
                next = t;
        }
        if (!next)
            return;
        declare(c, next);
    }
}
