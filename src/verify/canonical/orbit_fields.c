// SPDX-License-Identifier: MIT
// The fields of a state that permutations of names touch, and the tables of what they become: see
// orbit_plan.h.

#include "base/memory.h"
#include "model/syntax/finite_type.h"
#include "verify/canonical/orbit_plan.h"

#include <assert.h>
#include <stdlib.h>

enum { SMALL_MASK = 8 }; // items of a set that has a table

static bool same_type(type a, type b)
{
    bool same = a.kind == b.kind && a.record == b.record && a.optional == b.optional &&
                a.ranged == b.ranged && (!a.ranged || (a.low == b.low && a.high == b.high)) &&
                a.part_count == b.part_count;
    for (uint32_t i = 0; same && i < a.part_count; i++)
        same = same_type(a.parts[i], b.parts[i]);
    return same;
}

static uint32_t add_content(orbit_plan *p, content c)
{
    for (uint32_t i = 0; i < p->content_count; i++) {
        const content *is = &p->contents[i];
        if (is->kind == c.kind && is->width == c.width && is->sorted == c.sorted &&
            (c.kind == CONTENT_PLAIN || c.kind == CONTENT_BLOCK || same_type(is->type, c.type)))
            return i;
    }
    MEMORY_GROW(p->contents, p->content_capacity, p->content_count + 1);
    p->contents[p->content_count] = c;
    return p->content_count++;
}

static uint32_t value_content(orbit_plan *p, type t)
{
    content c = {.kind = CONTENT_PLAIN, .type = t, .width = 1};
    if (!orbits_move(p, t))
        return add_content(p, c);
    bool mask = t.kind == TYPE_MASK;
    uint32_t items = mask ? type_card(t.parts[0]) : 0;
    c.kind = items > SMALL_MASK ? CONTENT_MASK : CONTENT_TABLE;
    c.width = type_width(t);
    c.card = items > SMALL_MASK ? items : mask ? 1u << items : type_card(t);
    c.base = (int32_t)(t.ranged ? t.low : 0) - t.optional;
    return add_content(p, c);
}

static void add_parts(orbit_plan *p, type t, content *c)
{
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        add_parts(p, t.parts[i], c);
    for (uint32_t i = 0; t.kind != TYPE_TUPLE && i < type_width(t); i++)
        c->parts[c->part_count++] = value_content(p, t);
}

static uint32_t many_content(orbit_plan *p, type t, uint32_t width, bool sorted)
{
    content c = {.kind = CONTENT_BLOCK, .type = t, .width = width};
    if (orbits_move(p, t)) {
        assert(t.kind == TYPE_SEQ);
        c.kind = CONTENT_SEQ;
        c.sorted = sorted;
        add_parts(p, t.parts[0], &c);
    }
    return add_content(p, c);
}

// One for each item of an array, or for the variable. `step`: from an item to the next.
static void add_fields(orbit_plan *p, field like, uint32_t step)
{
    const content *c = &p->contents[like.content];
    bool moved = like.of->length && orbits_move(p, like.of->index);
    if (!moved && (c->kind == CONTENT_PLAIN || c->kind == CONTENT_BLOCK))
        return;
    uint32_t count = like.of->length ? like.of->length : 1, first = p->field_count;
    for (uint32_t i = 0; i < count; i++, like.cell += step) {
        MEMORY_GROW(p->fields, p->field_capacity, p->field_count + 1);
        like.start = p->cells;
        p->fields[p->field_count++] = like;
        p->cells += c->width;
    }
    orbit_marks_add(p, first, count);
}

// A variable, or its parts: those of a tuple are variables side by side, and so are the cells of a
// large set.
static void add_values(orbit_plan *p, const variable *v, type t, uint32_t *which)
{
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        add_values(p, v, t.parts[i], which);
    if (t.kind == TYPE_TUPLE)
        return;
    field f = {.of = v, .cell = p->l->variable[*which], .stride = v->length ? v->length : 1};
    f.content = value_content(p, t);
    bool apart = p->contents[f.content].kind == CONTENT_PLAIN;
    for (uint32_t i = 0; i < (apart ? type_width(t) : 1); i++, f.cell += f.stride)
        add_fields(p, f, 1);
    *which += type_width(t);
}

void orbit_fields_find(orbit_plan *p, const program *of, const enum_symmetry *s)
{
    const model *m = p->m;
    for (uint32_t i = 0; i < m->shared_count;) {
        const variable *v = &m->shared[i];
        if (v->derived) {
            i++;
            continue;
        }
        if (!type_many(v->type)) {
            add_values(p, v, variable_type(v), &i);
            continue;
        }
        uint32_t width = variable_unit(of, v);
        field f = {.of = v, .cell = p->l->variable[i], .stride = 1};
        f.content = many_content(p, v->type, width, s->sorted[i]);
        add_fields(p, f, width);
        i++;
    }
}

uint64_t orbit_tables_size(const orbit_plan *p)
{
    uint64_t size = p->field_count;
    for (uint32_t i = 0; i < p->content_count; i++) {
        const content *c = &p->contents[i];
        size += c->kind == CONTENT_TABLE ? c->card : c->kind == CONTENT_MASK ? c->card / 4 : 0;
    }
    return size;
}

static int32_t value_cell(const content *c, uint32_t value)
{
    bool none = c->type.optional && value == 0;
    return none ? CELL_NONE : (int32_t)value + c->base;
}

static uint64_t name_bit(const orbit_plan *p, uint32_t of, uint32_t name)
{
    for (uint32_t i = 0; i < p->orbit_count; i++) {
        const orbit *o = &p->orbits[i];
        if (o->of == of && name >= o->first && name < o->first + o->count)
            return UINT64_C(1) << (o->number + name - o->first);
    }
    return 0;
}

static uint64_t names_in(const orbit_plan *p, type t, uint32_t rank);

static uint64_t names_of_message(const orbit_plan *p, uint32_t rank)
{
    const message_kind *k = p->m->messages;
    while (rank >= k->base + k->count)
        k++;
    rank -= k->base;
    uint64_t names = 0;
    for (uint32_t i = k->param_count; i-- > 0; rank /= type_card(k->params[i].type))
        names |= names_in(p, k->params[i].type, rank % type_card(k->params[i].type));
    return names;
}

// The names of orbits in the value with this rank.
static uint64_t names_in(const orbit_plan *p, type t, uint32_t rank)
{
    uint64_t names = 0;
    if (t.optional && rank == 0)
        return 0;
    rank -= t.optional;
    if (t.kind == TYPE_ENUM)
        return name_bit(p, t.record, rank + (t.ranged ? (uint32_t)t.low : 0));
    if (t.kind == TYPE_MESSAGE)
        return names_of_message(p, rank);
    for (uint32_t i = t.part_count; t.kind == TYPE_TUPLE && i-- > 0; rank /= type_card(t.parts[i]))
        names |= names_in(p, t.parts[i], rank % type_card(t.parts[i]));
    for (; t.kind == TYPE_MASK && rank; rank &= rank - 1)
        names |= names_in(p, t.parts[0], (uint32_t)__builtin_ctz(rank));
    return names;
}

static void fill_content(const orbit_plan *p, content *c, uint32_t number,
                         const enum_permutation *e)
{
    if (c->kind == CONTENT_MASK) {
        for (uint32_t i = 0; i < c->card; i++)
            c->ranks[(size_t)number * c->card + i] =
                (uint8_t)permuted_rank(p->m, e, c->type.parts[0], i);
    } else if (c->kind == CONTENT_TABLE) {
        for (uint32_t i = 0; i < c->card; i++) {
            int32_t cell = value_cell(c, permuted_rank(p->m, e, c->type, i));
            c->tables[(size_t)number * c->card + i] = cell;
            if (number == 0 || cell < c->least[i])
                c->least[i] = cell;
        }
    }
}

// Fields of one part of an array are side by side.
static void fill_from(const orbit_plan *p, const enum_permutation *e, uint16_t *from)
{
    for (uint32_t i = 0; i < p->field_count;) {
        const variable *v = p->fields[i].of;
        uint32_t count = v->length ? v->length : 1;
        for (uint32_t k = 0; k < count; k++) {
            bool named = v->length && v->index.kind != TYPE_UNIT;
            uint32_t to = named ? permuted_rank(p->m, e, v->index, k) : k;
            from[i + to] = (uint16_t)(i + k);
        }
        i += count;
    }
}

// Does the permutation make another value of some value?
static bool renames(const orbit_plan *p, const content *c, uint32_t number)
{
    bool any = false;
    for (uint32_t i = 0; c->kind == CONTENT_TABLE && i < c->card; i++)
        any = any || c->tables[(size_t)number * c->card + i] != value_cell(c, i);
    for (uint32_t i = 0; c->kind == CONTENT_MASK && i < c->card; i++)
        any = any || c->ranks[(size_t)number * c->card + i] != i;
    for (uint32_t i = 0; c->kind == CONTENT_SEQ && i < c->part_count; i++)
        any = any || renames(p, &p->contents[c->parts[i]], number);
    return any;
}

static void find_touched(orbit_plan *p)
{
    uint32_t count = 0;
    bool *renamed = memory_new(p->content_count + 1, sizeof *renamed);
    p->touched = memory_new((size_t)p->orders * p->field_count + 1, sizeof *p->touched);
    p->touched_until = memory_new(p->orders, sizeof *p->touched_until);
    for (uint32_t n = 0; n < p->orders; n++) {
        for (uint32_t i = 0; i < p->content_count; i++)
            renamed[i] = renames(p, &p->contents[i], n);
        for (uint32_t i = 0; i < p->field_count; i++)
            if (p->from[(size_t)n * p->field_count + i] != i || renamed[p->fields[i].content])
                p->touched[count++] = (uint16_t)i;
        p->touched_until[n] = count;
    }
    free(renamed);
}

void orbit_tables_fill(orbit_plan *p)
{
    for (uint32_t i = 0; i < p->content_count; i++) {
        content *c = &p->contents[i];
        if (c->kind == CONTENT_MASK)
            c->ranks = memory_new((size_t)p->orders * c->card, sizeof *c->ranks);
        if (c->kind != CONTENT_TABLE)
            continue;
        c->tables = memory_new((size_t)p->orders * c->card, sizeof *c->tables);
        c->least = memory_new(c->card, sizeof *c->least);
        c->mentions = memory_new(c->card, sizeof *c->mentions);
        for (uint32_t k = 0; k < c->card; k++)
            c->mentions[k] = names_in(p, c->type, k);
    }
    p->from = memory_new((size_t)p->orders * p->field_count + 1, sizeof *p->from);
    for (uint32_t n = 0; n < p->orders; n++) {
        enum_permutation e;
        orbit_permutation(p, n, &e);
        for (uint32_t i = 0; i < p->content_count; i++)
            fill_content(p, &p->contents[i], n, &e);
        fill_from(p, &e, p->from + (size_t)n * p->field_count);
    }
    find_touched(p);
}
