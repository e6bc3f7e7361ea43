// SPDX-License-Identifier: MIT
// Types, and the variables that have them.

#include "model/syntax/finite_type.h"
#include "model/syntax/parser.h"

#include <stdio.h>
#include <string.h>

static bool collection_ahead(const parser *p, const token *t)
{
    return (token_is(p->s, t, "seq") || token_is(p->s, t, "set") || token_is(p->s, t, "map")) &&
           token_is(p->s, &t[1], "<");
}

static bool plain_ahead(const parser *p, const token *t)
{
    return t->kind == TOKEN_WORD && (token_is(p->s, t, "int") || token_is(p->s, t, "bool"));
}

// A declaration begins with a type. Of the others, only node* n, color c and color[2] c
// are in need of a second look: what else begins with two names, or a name and a star?
bool type_ahead(const parser *p)
{
    const token *t = p->t;
    if (plain_ahead(p, t) || collection_ahead(p, t) || machine_ahead(p, t))
        return true;
    if (token_is(p->s, t, "("))
        return plain_ahead(p, &t[1]) || machine_ahead(p, &t[1]) ||
               (t[1].kind == TOKEN_NAME && (token_is(p->s, &t[2], "*") ||
                                            token_is(p->s, &t[2], ",") || t[2].kind == TOKEN_NAME));
    if (t->kind != TOKEN_NAME || token_is(p->s, t, "ghost"))
        return false;
    if (t[1].kind == TOKEN_SIGN && (token_is(p->s, &t[1], "*") || token_is(p->s, &t[1], "?")))
        return t[2].kind == TOKEN_NAME || t[2].kind == TOKEN_WORD || token_is(p->s, &t[2], "[");
    if (token_is(p->s, &t[1], "[")) {
        for (t += 2; t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER || token_is(p->s, t, "(") ||
                     token_is(p->s, t, ")") || token_is(p->s, t, ",");
             t++)
            ;
        return token_is(p->s, t, "]") && t[1].kind == TOKEN_NAME;
    }
    return t[1].kind == TOKEN_NAME;
}

// Where a whole type has been read: what has several cells is never none.
static bool no_option(parser *p)
{
    return !parser_at(p, "?") ||
           source_error(p->s, p->e, p->t->at,
                        "of a tuple, let a part be optional: (int 0..3 sn, op? id)",
                        "only an int, a bool or an enum can be optional");
}

static bool add_part(parser *p, type *out)
{
    uint32_t at = p->t->at;
    if (out->part_count < MODEL_MAX_PARTS) {
        if (!parse_type(p, &out->parts[out->part_count++]) || !no_option(p))
            return false;
        if (parser_at(p, "["))
            return source_error(p->s, p->e, p->t->at, "for example: (int, bool)[op] items;",
                                "an array is a variable, not a part of a type");
        if (out->kind != TYPE_TUPLE || type_width(*out) <= MODEL_MAX_PARTS)
            return true;
    }
    return source_error(p->s, p->e, at, NULL, "a tuple has at most %d parts", MODEL_MAX_PARTS);
}

// A part may have a name: (int 0..3 sn, op id).
static bool add_label(parser *p, type *out)
{
    if (p->t->kind != TOKEN_NAME)
        return true;
    uint32_t last = out->part_count - 1;
    if (!out->labels)
        out->labels = model_allocate(p->m, MODEL_MAX_PARTS * sizeof *out->labels);
    if (last && !out->labels[last - 1])
        return source_error(p->s, p->e, p->t->at, "for example: (int 0..3 sn, bool last)",
                            "all parts of a tuple have names, or none");
    uint32_t at;
    if (!(out->labels[last] = parser_name(p, "part", &at)))
        return false;
    for (uint32_t i = 0; i < last; i++)
        if (strcmp(out->labels[i], out->labels[last]) == 0)
            return source_error(p->s, p->e, at, "choose another name",
                                "the tuple has a part %s already", out->labels[last]);
    return true;
}

static bool parse_collection(parser *p, type *out)
{
    out->kind = parser_at(p, "seq") ? TYPE_SEQ : parser_at(p, "set") ? TYPE_SET : TYPE_MAP;
    p->t++;
    if (!parser_expect(p, "<", "after seq, set or map") || !add_part(p, out))
        return false;
    if (out->kind == TYPE_MAP && (!parser_expect(p, ",", "after the keys") || !add_part(p, out)))
        return false;
    if (out->kind == TYPE_SET && p->finite && finite_fits_mask(out->parts[0]))
        out->kind = TYPE_MASK;
    return parser_expect(p, ">", "after the type of the items");
}

static bool parse_tuple(parser *p, type *out)
{
    uint32_t at = p->t->at;
    out->kind = TYPE_TUPLE;
    p->t++;
    do {
        if (!add_part(p, out) || !add_label(p, out))
            return false;
    } while (parser_take(p, ","));
    if (out->labels && !out->labels[out->part_count - 1])
        return source_error(p->s, p->e, p->t->at, "for example: (int 0..3 sn, bool last)",
                            "all parts of a tuple have names, or none");
    if (out->part_count < 2)
        return source_error(p->s, p->e, at, "for example: (int, bool)",
                            "a tuple has at least two parts");
    return parser_expect(p, ")", "after the parts");
}

// `int 0..3`. A number, or the name of a const before the dots.
static bool range_ahead(const parser *p)
{
    const token *t = token_is(p->s, p->t, "-") ? &p->t[1] : p->t;
    return (t->kind == TOKEN_NUMBER || t->kind == TOKEN_NAME) && token_is(p->s, &t[1], "..");
}

static bool parse_int(parser *p, type *out)
{
    uint32_t at = p->t->at;
    out->kind = TYPE_INT;
    if (!range_ahead(p))
        return true;
    out->ranged = true;
    if (!parse_number(p, &out->low) || !parser_expect(p, "..", "between the bounds") ||
        !parse_number(p, &out->high))
        return false;
    out->open = parser_take(p, "...");
    return out->low <= out->high ||
           source_error(p->s, p->e, at, "for example: int 0..3", "the range is empty");
}

// One that was declared above with `type`.
static bool named_type(parser *p, type *out)
{
    for (uint32_t i = 0; i < p->m->alias_count; i++)
        if (token_is(p->s, p->t, p->m->aliases[i].name) && !token_is(p->s, &p->t[1], "*")) {
            uint32_t at = p->t++->at;
            p->m->used[p->m->aliases[i].at] = true;
            *out = p->m->aliases[i].type;
            out->at = at;
            bool plain = out->kind == TYPE_INT || out->kind == TYPE_BOOL || out->kind == TYPE_ENUM;
            out->optional |= plain && parser_take(p, "?");
            return true;
        }
    return false;
}

static const enumeration *enum_above(const parser *p, const char *name)
{
    for (uint32_t i = 0; i < p->m->enum_count; i++)
        if (strcmp(p->m->enums[i]->name, name) == 0)
            return p->m->enums[i];
    return NULL;
}

static bool parse_enum_bound(parser *p, const enumeration *n, int64_t *out)
{
    for (uint32_t i = 0; i < n->item_count; i++)
        if (token_is(p->s, p->t, n->items[i])) {
            p->t++;
            *out = i;
            return true;
        }
    return source_error(p->s, p->e, p->t->at, NULL, "enum %s has no name %.*s", n->name,
                        (int)(p->t->end - p->t->at), p->s->bytes + p->t->at);
}

// `op r1..r2`: of an enum that was declared above, from one of its names to another.
static bool parse_enum_range(parser *p, type *out)
{
    const enumeration *n = enum_above(p, out->name);
    if (!n || p->t->kind != TOKEN_NAME || !token_is(p->s, &p->t[1], ".."))
        return true;
    uint32_t at = p->t->at;
    out->ranged = true;
    if (!parse_enum_bound(p, n, &out->low) || !parser_expect(p, "..", "between the bounds") ||
        !parse_enum_bound(p, n, &out->high))
        return false;
    if (parser_at(p, "..."))
        return source_error(p->s, p->e, p->t->at,
                            "write enum op { w1, r1, ... } where it is declared",
                            "a part of an enum is as open as the enum itself");
    return out->low <= out->high || source_error(p->s, p->e, at, NULL, "the range is empty");
}

static bool read_type(parser *p, type *out)
{
    *out = (type){.at = p->t->at};
    if (machine_ahead(p, p->t))
        return parse_machine(p, out);
    if (collection_ahead(p, p->t) || parser_at(p, "(")) {
        out->parts = model_allocate(p->m, MODEL_MAX_PARTS * sizeof *out->parts);
        return parser_at(p, "(") ? parse_tuple(p, out) : parse_collection(p, out);
    }
    if (parser_take(p, "int")) {
        if (!parse_int(p, out))
            return false;
        out->optional = parser_take(p, "?");
        return true;
    }
    if (parser_take(p, "bool")) {
        out->kind = TYPE_BOOL;
        out->optional = parser_take(p, "?");
        return true;
    }
    if (p->t->kind != TOKEN_NAME)
        return source_error(p->s, p->e, p->t->at,
                            p->t->kind == TOKEN_NUMBER
                                ? "a range of numbers is written int 0..3"
                                : "types are int, bool, int 0..3, int?, node*, (int, bool), the "
                                  "name of an enum, seq<int>, set<int>, map<int, int>",
                            "a type is expected here");
    if (named_type(p, out))
        return true;
    out->name = parser_name(p, "type", NULL);
    out->kind = parser_take(p, "*") ? TYPE_POINTER : TYPE_ENUM;
    if (out->kind == TYPE_ENUM && !parse_enum_range(p, out))
        return false;
    out->optional = out->kind == TYPE_ENUM && parser_take(p, "?");
    return true;
}

// An enum that was declared above has a number of names.
static uint32_t names_of(const parser *p, type t)
{
    const enumeration *n = t.kind == TYPE_ENUM && t.name ? enum_above(p, t.name) : NULL;
    return n ? n->item_count : 0;
}

// The name of a part of a tuple: it comes after a whole type.
static bool label_at(const parser *p, const token *t)
{
    static const char *const inside[] = {"(", ",", "<", ".."};
    bool follows = t->kind == TOKEN_NAME;
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        follows &= !token_is(p->s, &t[-1], inside[i]);
    return follows;
}

bool parse_type(parser *p, type *out)
{
    uint32_t first = (uint32_t)(p->t - p->tokens);
    if (!parser_enter(p))
        return false;
    bool ok = read_type(p, out);
    parser_leave(p);
    out->names = ok ? names_of(p, *out) : 0;
    for (uint32_t i = first + 1; i < (uint32_t)(p->t - p->tokens); i++) {
        // `int 0..3` has a space in it; all else is one word.
        bool range =
            (token_is(p->s, &p->tokens[i - 1], "int") && !token_is(p->s, &p->tokens[i], "?")) ||
            (p->tokens[i].kind == TOKEN_NAME && token_is(p->s, &p->tokens[i + 1], ".."));
        bool plain = p->tokens[i].kind == TOKEN_SIGN && !token_is(p->s, &p->tokens[i], "-");
        if ((!range || plain) && !label_at(p, &p->tokens[i]))
            p->tokens[i].role |= ROLE_GLUE;
    }
    return ok;
}

static char *part_name(model *m, const char *name, const char *label, uint32_t part)
{
    size_t size = strlen(name) + (label ? strlen(label) : 0) + 12;
    char *out = model_allocate(m, size);
    if (label)
        snprintf(out, size, "%s.%s", name, label);
    else
        snprintf(out, size, "%s.%u", name, part);
    return out;
}

// What a cell of a value is called: t.0, t.sn, m.tag.sn.
static const char *cell_name(model *m, const char *name, type t, uint32_t cell)
{
    if (type_width(t) == 1)
        return name;
    if (t.kind != TYPE_TUPLE)
        return part_name(m, name, NULL, cell);
    uint32_t i = 0;
    for (; cell >= type_width(t.parts[i]); i++)
        cell -= type_width(t.parts[i]);
    return cell_name(m, part_name(m, name, t.labels ? t.labels[i] : NULL, i), t.parts[i], cell);
}

bool variable_split(model *m, variable *list, uint32_t *count, uint32_t most)
{
    variable whole = list[*count - 1];
    uint32_t width = type_width(whole.type);
    if (*count - 1 + width > most)
        return false;
    if (width == 1)
        return true;
    --*count;
    for (uint32_t i = 0; i < width; i++) {
        variable *v = &list[(*count)++];
        *v = whole;
        v->name = cell_name(m, whole.name, whole.type, i);
        v->type = type_part(whole.type, i);
        v->whole_name = i ? NULL : whole.name;
        v->whole = whole.type;
        v->initial = i ? NULL : whole.initial;
    }
    return true;
}

const char *variable_name(const variable *v)
{
    return v->whole_name ? v->whole_name : v->name;
}

type variable_type(const variable *v)
{
    return v->whole_name ? v->whole : v->type;
}

static bool type_named(const parser *p, const token *t)
{
    for (uint32_t i = 0; i < p->m->alias_count; i++)
        if (token_is(p->s, t, p->m->aliases[i].name))
            return true;
    for (uint32_t i = 0; i < p->m->enum_count; i++)
        if (token_is(p->s, t, p->m->enums[i]->name))
            return true;
    return false;
}

// A number, or a type that has an item for each of its values: int[op] votes.
static bool parse_length(parser *p, variable *v)
{
    uint32_t at = p->t->at;
    if (!parser_at(p, "(") && !type_named(p, p->t) && !plain_ahead(p, p->t))
        return parse_bound(p, "the length", 1, MODEL_MAX_ITEMS, &v->length);
    if (!parse_type(p, &v->index))
        return false;
    v->length = type_card(v->index);
    return (v->length && v->length <= MODEL_MAX_ITEMS) ||
           source_error(p->s, p->e, at, NULL, "an array has 1 to %d items, and this type %u values",
                        MODEL_MAX_ITEMS, v->length);
}

bool parse_variable(parser *p, variable *v, const char *role)
{
    if (!parse_type(p, &v->type) || !no_option(p))
        return false;
    if (parser_take(p, "[") && (!parse_length(p, v) || !parser_expect(p, "]", "after the length")))
        return false;
    return (v->name = parser_name(p, role, &v->at)) != NULL;
}

bool parse_variables(parser *p, variable *list, uint32_t *count, const char *role)
{
    uint32_t at = p->t->at;
    if (*count < MODEL_MAX_NAMES) {
        if (!parse_variable(p, &list[(*count)++], role))
            return false;
        if (variable_split(p->m, list, count, MODEL_MAX_NAMES))
            return true;
    }
    return source_error(p->s, p->e, at, NULL, "there are more than %d %ss", MODEL_MAX_NAMES, role);
}
