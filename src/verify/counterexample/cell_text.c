// SPDX-License-Identifier: MIT
// See cell_text.h.

#include "verify/counterexample/cell_text.h"

#include "model/syntax/finite_type.h"

#include <string.h>

uint32_t *name_of(describer *d, uint32_t of, uint32_t node)
{
    return &d->names[of * d->s->p->layout.nodes + node - 1];
}

void print_cell(describer *d, type t, int32_t cell, text *out)
{
    if (t.kind == TYPE_POINTER && cell == 0)
        text_add(out, "null");
    else if (t.kind == TYPE_POINTER)
        text_add(out, "%s%u", d->s->m->records[t.record]->name,
                 *name_of(d, t.record, (uint32_t)cell));
    else if (t.optional && cell == CELL_NONE)
        text_add(out, "none");
    else if (t.kind == TYPE_MESSAGE)
        finite_print(d->s->m, t, (uint32_t)cell, out);
    else if (t.kind == TYPE_MASK)
        mask_print(d->s->m, t, &cell, out);
    else if (t.kind == TYPE_ENUM)
        text_add(out, "%s", d->s->m->enums[t.record]->items[cell]);
    else if (t.kind == TYPE_BOOL)
        text_add(out, "%s", cell ? "true" : "false");
    else
        text_add(out, "%d", cell);
}

static void print_many(describer *d, type t, const int32_t *cells, text *out)
{
    const int32_t *at = cells + 1;
    text_add(out, "[");
    for (int32_t i = 0; i < cells[0]; i++) {
        text_add(out, "%s", i ? " " : "");
        for (uint32_t k = 0; k < type_width(t.parts[0]); k++) {
            text_add(out, "%s", t.parts[0].kind != TYPE_TUPLE ? "" : k ? ", " : "(");
            print_cell(d, type_part(t.parts[0], k), *at++, out);
        }
        text_add(out, "%s", t.parts[0].kind == TYPE_TUPLE ? ")" : "");
        if (t.kind == TYPE_MAP) {
            text_add(out, ": ");
            print_cell(d, t.parts[1], *at++, out);
        }
    }
    text_add(out, "]");
}

void print_item(describer *d, type t, const int32_t *cells, text *out)
{
    if (type_many(t))
        print_many(d, t, cells, out);
    else
        print_cell(d, t, *cells, out);
}

// A set that takes several cells: one of each of the variables that it became.
bool wide_set(const variable *v)
{
    return v->whole.kind == TYPE_MASK;
}

void gather(const variable *v, const int32_t *cells, uint32_t item, int32_t *out)
{
    uint32_t length = v->length ? v->length : 1;
    for (uint32_t i = 0; i < type_width(v->whole); i++)
        out[i] = cells[i * length + item];
}

// Which instance of a component: the first parts of the index. Gives what is left of it.
static type print_instance(const model *m, const variable *v, uint32_t *item, text *out)
{
    type rest = v->index;
    if (v->index.kind != TYPE_TUPLE) {
        text_add(out, "[");
        finite_print(m, v->index, *item, out);
        text_add(out, "]");
        return (type){0};
    }
    rest.parts += v->outer;
    rest.part_count -= v->outer;
    uint32_t below = rest.part_count ? type_card(rest) : 1, which = *item / below;
    type outer = v->index;
    outer.part_count = v->outer;
    text_add(out, "[");
    finite_print(m, v->outer > 1 ? outer : outer.parts[0], which, out);
    text_add(out, "]");
    *item %= below;
    return !rest.part_count ? (type){0} : rest.part_count == 1 ? rest.parts[0] : rest;
}

// client::tag.sn of an instance is printed as client[x].tag.sn.
static void print_member(const model *m, const variable *v, const char *name, uint32_t item,
                         text *out)
{
    const char *member = strstr(name, "::");
    type rest = {0};
    text_add(out, "%.*s", (int)(member - name), name);
    member += 2;
    if (v->outer)
        rest = print_instance(m, v, &item, out);
    else if (v->length)
        rest = v->index;
    size_t length = strcspn(member, ".");
    text_add(out, ".%.*s", (int)length, member);
    if (v->length && !v->outer && v->index.kind == TYPE_UNIT) {
        text_add(out, "[%u]", item);
    } else if (rest.kind != TYPE_UNIT) {
        text_add(out, "[");
        finite_print(m, rest, item, out);
        text_add(out, "]");
    }
    text_add(out, "%s", member + length);
}

void print_name(const describer *d, const variable *v, uint32_t item, text *out)
{
    const char *name = wide_set(v) ? v->whole_name : v->name;
    if (strstr(name, "::")) {
        print_member(d->s->m, v, name, item, out);
        return;
    }
    if (!v->length) {
        text_add(out, "%s", name);
        return;
    }
    size_t length = strcspn(name, "."); // of an array of tuples: t[1].0
    text_add(out, "%.*s[", (int)length, name);
    if (v->index.kind == TYPE_UNIT)
        text_add(out, "%u", item);
    else
        finite_print(d->s->m, v->index, item, out);
    text_add(out, "]%s", name + length);
}

// All that it holds.
void print_variable(describer *d, const variable *v, const int32_t *cells, text *out)
{
    size_t size = variable_unit(d->s->p, v);
    text_add(out, "%s", v->length ? "[" : "");
    for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
        int32_t whole[MODEL_MAX_PARTS];
        text_add(out, "%s", k ? " " : "");
        if (wide_set(v)) {
            gather(v, cells, k, whole);
            mask_print(d->s->m, v->whole, whole, out);
        } else {
            print_item(d, v->type, cells + k * size, out);
        }
    }
    text_add(out, "%s", v->length ? "]" : "");
}
