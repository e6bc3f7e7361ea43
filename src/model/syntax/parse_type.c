// SPDX-License-Identifier: MIT
// Types, and the variables that have them.

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
    if (plain_ahead(p, t) || collection_ahead(p, t))
        return true;
    if (token_is(p->s, t, "("))
        return plain_ahead(p, &t[1]) || (t[1].kind == TOKEN_NAME && (token_is(p->s, &t[2], "*") ||
                                                                     token_is(p->s, &t[2], ",")));
    if (t->kind != TOKEN_NAME || token_is(p->s, t, "ghost"))
        return false;
    if (t[1].kind == TOKEN_SIGN && (token_is(p->s, &t[1], "*") || token_is(p->s, &t[1], "?")))
        return t[2].kind == TOKEN_NAME || t[2].kind == TOKEN_WORD || token_is(p->s, &t[2], "[");
    if (token_is(p->s, &t[1], "[") && t[2].kind != TOKEN_END && t[3].kind != TOKEN_END)
        return token_is(p->s, &t[3], "]") && t[4].kind == TOKEN_NAME;
    return t[1].kind == TOKEN_NAME;
}

static bool add_part(parser *p, type *out)
{
    if (out->part_count == MODEL_MAX_PARTS)
        return source_error(p->s, p->e, p->t->at, NULL, "a tuple has at most %d parts",
                            MODEL_MAX_PARTS);
    return parse_type(p, &out->parts[out->part_count++]);
}

static bool parse_collection(parser *p, type *out)
{
    out->kind = parser_at(p, "seq") ? TYPE_SEQ : parser_at(p, "set") ? TYPE_SET : TYPE_MAP;
    p->t++;
    if (!parser_expect(p, "<", "after seq, set or map") || !add_part(p, out))
        return false;
    if (out->kind == TYPE_MAP && (!parser_expect(p, ",", "after the keys") || !add_part(p, out)))
        return false;
    return parser_expect(p, ">", "after the type of the items");
}

static bool parse_tuple(parser *p, type *out)
{
    uint32_t at = p->t->at;
    out->kind = TYPE_TUPLE;
    p->t++;
    do {
        if (!add_part(p, out))
            return false;
    } while (parser_take(p, ","));
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
    return out->low <= out->high ||
           source_error(p->s, p->e, at, "for example: int 0..3", "the range is empty");
}

static bool read_type(parser *p, type *out)
{
    *out = (type){.at = p->t->at};
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
                            "types are int, bool, int 0..3, int?, node*, (int, bool), the name of "
                            "an enum, seq<int>, set<int>, map<int, int>",
                            "a type is expected here");
    out->name = parser_name(p, "type", NULL);
    out->kind = parser_take(p, "*") ? TYPE_POINTER : TYPE_ENUM;
    out->optional = out->kind == TYPE_ENUM && parser_take(p, "?");
    return true;
}

bool parse_type(parser *p, type *out)
{
    uint32_t first = (uint32_t)(p->t - p->tokens);
    if (!parser_enter(p))
        return false;
    bool ok = read_type(p, out);
    parser_leave(p);
    for (uint32_t i = first + 1; i < (uint32_t)(p->t - p->tokens); i++) {
        // `int 0..3` has a space in it; all else is one word.
        bool range =
            token_is(p->s, &p->tokens[i - 1], "int") && !token_is(p->s, &p->tokens[i], "?");
        bool plain = p->tokens[i].kind == TOKEN_SIGN && !token_is(p->s, &p->tokens[i], "-");
        if (!range || plain)
            p->tokens[i].role |= ROLE_GLUE;
    }
    return ok;
}

static char *part_name(model *m, const char *name, uint32_t part)
{
    char *out = model_allocate(m, strlen(name) + 12);
    snprintf(out, strlen(name) + 12, "%s.%u", name, part);
    return out;
}

bool variable_split(model *m, variable *list, uint32_t *count, uint32_t most)
{
    variable whole = list[*count - 1];
    uint32_t width = whole.type.kind == TYPE_TUPLE ? whole.type.part_count : 1;
    if (*count - 1 + width > most)
        return false;
    if (width == 1)
        return true;
    --*count;
    for (uint32_t i = 0; i < width; i++) {
        variable *v = &list[(*count)++];
        *v = whole;
        v->name = part_name(m, whole.name, i);
        v->type = whole.type.parts[i];
        v->whole_name = i ? NULL : whole.name;
        v->whole = whole.type;
        v->initial = i ? NULL : whole.initial;
    }
    return true;
}

bool parse_variable(parser *p, variable *v, const char *role)
{
    if (!parse_type(p, &v->type))
        return false;
    if (parser_take(p, "[") && (!parse_bound(p, "the length", 1, MODEL_MAX_ITEMS, &v->length) ||
                                !parser_expect(p, "]", "after the length")))
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
