// SPDX-License-Identifier: MIT
// Types: what their names mean, and which fits where. int fits where int? is
// wanted; null fits every pointer, none every option; any int fits where a range
// is wanted, and is looked at when it gets there. There are no other conversions.

#include "model/check/checker.h"

#include <stdio.h>
#include <string.h>

static void print_parts(const model *m, type t, text *out)
{
    for (uint32_t i = 0; i < t.part_count; i++) {
        text_add(out, "%s", i ? ", " : "");
        type_print(m, t.parts[i], out);
    }
}

void type_print(const model *m, type t, text *out)
{
    static const char *const names[] = {"unit", "int", "bool", "", "seq", "set",    "null",
                                        "none", "",    "map",  "", "set", "message"};
    switch (t.kind) {
    case TYPE_POINTER:
        text_add(out, "%s*", m->records[t.record]->name);
        break;
    case TYPE_SEQ:
    case TYPE_SET:
    case TYPE_MAP:
    case TYPE_MASK:
        text_add(out, "%s<", names[t.kind]);
        print_parts(m, t, out);
        text_add(out, ">");
        break;
    case TYPE_TUPLE:
        if (t.use) {
            text_add(out, "%s<%s>", t.use == USE_MACHINE ? "machine" : "answer",
                     m->enums[t.parts[0].record]->name);
            break;
        }
        text_add(out, "(");
        print_parts(m, t, out);
        text_add(out, ")");
        break;
    default:
        text_add(out, "%s", t.kind == TYPE_ENUM ? m->enums[t.record]->name : names[t.kind]);
        if (t.ranged && t.kind == TYPE_ENUM)
            text_add(out, " %s..%s", m->enums[t.record]->items[t.low],
                     m->enums[t.record]->items[t.high]);
        else if (t.ranged)
            text_add(out, " %lld..%lld%s", (long long)t.low, (long long)t.high,
                     t.open ? "..." : "");
        text_add(out, "%s", t.optional ? "?" : "");
    }
}

bool type_many(type t)
{
    return t.kind == TYPE_SEQ || t.kind == TYPE_SET || t.kind == TYPE_MAP;
}

static bool parts_agree(type a, type b, bool (*agree)(type a, type b))
{
    bool same = a.part_count == b.part_count;
    for (uint32_t i = 0; same && i < a.part_count; i++)
        same = agree(a.parts[i], b.parts[i]);
    return same;
}

bool type_equal(type a, type b)
{
    if (a.kind != b.kind || a.optional != b.optional || a.use != b.use)
        return false;
    // The bits of sets are numbered by the values of their type.
    if (!parts_agree(a, b, a.kind == TYPE_MASK ? type_same : type_equal))
        return false;
    return (a.kind != TYPE_POINTER && a.kind != TYPE_ENUM) || a.record == b.record;
}

static bool same_range(type a, type b)
{
    return a.ranged == b.ranged && (!a.ranged || (a.low == b.low && a.high == b.high));
}

bool type_same(type a, type b)
{
    return type_equal(a, b) && same_range(a, b) && parts_agree(a, b, type_same);
}

bool type_fits(type have, type want)
{
    if (type_equal(have, want))
        return true;
    if (have.kind == TYPE_TUPLE && want.kind == TYPE_TUPLE)
        return have.use == want.use && parts_agree(have, want, type_fits);
    if (have.kind == TYPE_NULL)
        return want.kind == TYPE_POINTER;
    if (have.kind == TYPE_NONE)
        return want.optional;
    type plain = want;
    plain.optional = false;
    return want.optional && type_equal(have, plain);
}

bool wrong_type(checker *c, const expr *x, type want, const char *role)
{
    text have = {0}, wanted = {0};
    type_print(c->m, x->type, &have);
    type_print(c->m, want, &wanted);
    bool truth = want.kind == TYPE_BOOL && !x->type.optional;
    source_error(
        c->s, c->e, x->at,
        truth && x->type.kind == TYPE_INT        ? "write what it is compared with: x != 0"
        : truth && x->type.kind == TYPE_POINTER  ? "write what it is compared with: p != null"
        : want.use == USE_ANSWER && !x->type.use ? "what a machine answers: object.answer(x)"
        : x->type.optional && x->type.kind == want.kind && !x->type.use
            ? "value(x) is what x holds if it is not none"
            : NULL,
        "%s must be %s, but this is %s", role, wanted.bytes, have.bytes);
    text_fini(&have);
    text_fini(&wanted);
    return false;
}

bool check_fits(checker *c, expr *x, type want, const char *role)
{
    bool literal = want.kind == TYPE_MASK && set_literal(x);
    if (literal ? !check_set_as(c, x, want) : !check_expr(c, x))
        return false;
    if (!type_fits(x->type, want))
        return wrong_type(c, x, want, role);
    // A number that is written down needs no run to be found out.
    bool known = x->kind == EXPR_INT && want.ranged && !x->instance;
    if (!known || (x->number >= want.low && x->number <= want.high))
        return true;
    if (want.kind == TYPE_ENUM)
        return source_error(c->s, c->e, x->at, NULL, "%s must be from %s to %s", role,
                            c->m->enums[want.record]->items[want.low],
                            c->m->enums[want.record]->items[want.high]);
    return source_error(c->s, c->e, x->at, NULL, "%s must be from %lld to %lld", role,
                        (long long)want.low, (long long)want.high);
}

static bool unknown_type(checker *c, const type *t)
{
    const char *names[MODEL_MAX_RECORDS + MODEL_MAX_ENUMS];
    size_t count = 0;
    bool pointer = t->kind == TYPE_POINTER;
    for (uint32_t i = 0; pointer && i < c->m->record_count; i++)
        names[count++] = c->m->records[i]->name;
    for (uint32_t i = 0; !pointer && i < c->m->record_count; i++)
        if (strcmp(c->m->records[i]->name, t->name) == 0)
            return source_error(c->s, c->e, t->at, "structs are used through pointers: node* n",
                                "%s is a struct", t->name);
    for (uint32_t i = 0; !pointer && i < c->m->enum_count; i++)
        names[count++] = c->m->enums[i]->name;
    char hint[160];
    const char *near = did_you_mean(t->name, names, count);
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(c->s, c->e, t->at, near ? hint : NULL, "no %s is called %s",
                        pointer ? "struct" : "type", t->name);
}

bool type_points(type t)
{
    bool found = t.kind == TYPE_POINTER;
    for (uint32_t i = 0; i < t.part_count; i++)
        found |= type_points(t.parts[i]);
    return found;
}

static bool check_parts(checker *c, type *t)
{
    for (uint32_t i = 0; i < t->part_count; i++) {
        type *part = &t->parts[i];
        if (!check_type(c, part))
            return false;
        bool nested = part->kind == TYPE_TUPLE && t->kind == TYPE_TUPLE;
        if (type_many(*part) || (nested && !has_automaton(c->m)))
            return source_error(c->s, c->e, part->at, NULL, "this cannot be part of another type");
        bool ordered = t->kind == TYPE_SET || (t->kind == TYPE_MAP && i == 0);
        if (ordered && type_points(*part))
            return source_error(c->s, c->e, part->at, "use a seq, or a map to pointers",
                                "pointers have no order: they cannot be in a set or be keys");
    }
    const type *value = t->kind == TYPE_MAP ? &t->parts[1] : NULL;
    return !value || (!value->optional && type_width(*value) == 1) ||
           source_error(c->s, c->e, value->at, "get gives none where there is no such key",
                        "the values of a map must be int, bool, an enum or a pointer");
}

bool check_type(checker *c, type *t)
{
    if (!check_parts(c, t))
        return false;
    if ((t->kind != TYPE_POINTER && t->kind != TYPE_ENUM) || !t->name)
        return true;
    bool pointer = t->kind == TYPE_POINTER;
    for (uint32_t i = 0; i < (pointer ? c->m->record_count : c->m->enum_count); i++)
        if (strcmp(pointer ? c->m->records[i]->name : c->m->enums[i]->name, t->name) == 0) {
            t->record = i;
            t->names = pointer ? 0 : c->m->enums[i]->item_count;
            return true;
        }
    return unknown_type(c, t);
}

uint32_t variable_find(const variable *list, uint32_t count, const char *name)
{
    uint32_t i = 0;
    while (i < count && strcmp(variable_name(&list[i]), name) != 0)
        i++;
    return i;
}
