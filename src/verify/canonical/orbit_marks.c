// SPDX-License-Identifier: MIT
// Marks: by what fields hold that have a name as an index, and by how often a name is held, names
// are put in order before permutations are tried. A mark of a name is the same as that of what the name
// becomes, in what the state becomes. Other names of orbits in an index are any of their orbit:
// then a mark is a sum.

#include "base/memory.h"
#include "model/syntax/finite_type.h"
#include "verify/canonical/orbit_plan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVES = 2 * MODEL_MAX_ARGS };

// Part of an index: a name of an orbit, or any other value.
typedef struct leaf {
    uint32_t orbit; // + 1; 0: another value
    uint32_t value; // of an orbit: which of its names
} leaf;

typedef struct leaves {
    leaf list[MOST_LEAVES];
    uint32_t count;
    bool unknown; // a set of names, or too many
} leaves;

static void add_leaf(const orbit_plan *p, leaves *out, type t, uint32_t rank)
{
    if (out->count == MOST_LEAVES || (t.kind == TYPE_MASK && orbits_move(p, t))) {
        out->unknown = true;
        return;
    }
    leaf l = {.value = rank};
    for (uint32_t i = 0; t.kind == TYPE_ENUM && !(t.optional && !rank) && i < p->orbit_count; i++) {
        const orbit *o = &p->orbits[i];
        uint32_t name = rank - t.optional + (t.ranged ? (uint32_t)t.low : 0);
        if (o->of == t.record && name >= o->first && name < o->first + o->count)
            l = (leaf){.orbit = i + 1, .value = name - o->first};
    }
    out->list[out->count++] = l;
}

static void find_leaves(const orbit_plan *p, leaves *out, type t, uint32_t rank)
{
    if (t.kind != TYPE_TUPLE) {
        add_leaf(p, out, t, rank);
        return;
    }
    for (uint32_t i = t.part_count; i-- > 0; rank /= type_card(t.parts[i]))
        find_leaves(p, out, t.parts[i], rank % type_card(t.parts[i]));
}

// Are both the same but for names of orbits, and for the leaf in question?
static bool alike(const leaves *a, const leaves *b, uint32_t but)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->list[i].orbit == b->list[i].orbit &&
               (i == but || a->list[i].orbit || a->list[i].value == b->list[i].value);
    return same;
}

static leaves leaves_of(const orbit_plan *p, const variable *v, uint32_t item)
{
    leaves out = {0};
    if (v->length)
        find_leaves(p, &out, v->index.kind == TYPE_UNIT ? (type){.kind = TYPE_INT} : v->index,
                    item);
    return out;
}

static orbit_mark *add_mark(orbit_plan *p, uint32_t of, uint32_t held, bool mentions)
{
    if (p->mark_count[of] == ORBIT_MOST_MARKS)
        return NULL;
    orbit_mark *k = &p->marks[of][p->mark_count[of]++];
    *k = (orbit_mark){.mentions = mentions, .content = held};
    return k;
}

// Of the names at this place of the index, where the rest of it is as in this item.
static void add_owned(orbit_plan *p, uint32_t first, uint32_t count, const leaves *is, uint32_t at)
{
    const variable *v = p->fields[first].of;
    uint32_t of = is->list[at].orbit - 1, names = p->orbits[of].count;
    orbit_mark *k = add_mark(p, of, p->fields[first].content, false);
    if (!k)
        return;
    uint16_t *lists = memory_new((size_t)names * count, sizeof *lists);
    uint32_t counts[ORBIT_MOST_NAMES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        leaves other = leaves_of(p, v, i);
        if (!alike(is, &other, at))
            continue;
        uint32_t name = other.list[at].value;
        lists[name * count + counts[name]++] = (uint16_t)(first + i);
    }
    k->count = counts[0];
    k->fields = memory_new((size_t)names * k->count, sizeof *k->fields);
    for (uint32_t n = 0; n < names; n++)
        memcpy(k->fields + (size_t)n * k->count, lists + (size_t)n * count,
               k->count * sizeof *lists);
    free(lists);
}

static void add_mentioned(orbit_plan *p, uint32_t first, uint32_t count, const leaves *is,
                          uint32_t of)
{
    const variable *v = p->fields[first].of;
    orbit_mark *k = add_mark(p, of, p->fields[first].content, true);
    if (!k)
        return;
    k->fields = memory_new(count, sizeof *k->fields);
    for (uint32_t i = 0; i < count; i++) {
        leaves other = leaves_of(p, v, i);
        if (alike(is, &other, MOST_LEAVES))
            k->fields[k->count++] = (uint16_t)(first + i);
    }
}

// Is it the first item that is alike, but for this place?
static bool is_first(const orbit_plan *p, const variable *v, const leaves *is, uint32_t item,
                     uint32_t at)
{
    for (uint32_t i = 0; i < item; i++) {
        leaves other = leaves_of(p, v, i);
        if (alike(is, &other, at))
            return false;
    }
    return true;
}

void orbit_marks_add(orbit_plan *p, uint32_t first, uint32_t count)
{
    const variable *v = p->fields[first].of;
    const content *c = &p->contents[p->fields[first].content];
    for (uint32_t i = 0; i < count; i++) {
        leaves is = leaves_of(p, v, i);
        if (is.unknown)
            return;
        for (uint32_t at = 0; at < is.count; at++)
            if (is.list[at].orbit && is_first(p, v, &is, i, at))
                add_owned(p, first, count, &is, at);
        for (uint32_t k = 0; c->kind == CONTENT_TABLE && k < p->orbit_count; k++)
            if (orbit_mentions(p->m, c->type, &p->orbits[k]) && is_first(p, v, &is, i, MOST_LEAVES))
                add_mentioned(p, first, count, &is, k);
    }
}

// The first marks of a name that are one small number each are digits of what is known of it.
static void give_digits(orbit_plan *p, uint32_t of)
{
    enum { FIRST = 60, WIDTH = 4, LAST = 40 }; // below are the sums of hashes
    uint32_t digit = FIRST;
    for (uint32_t i = 0; i < p->mark_count[of]; i++) {
        orbit_mark *k = &p->marks[of][i];
        content_kind kind = p->contents[k->content].kind;
        k->seed = (i + 1) * 0x9E3779B1u;
        k->digit = 0;
        if (k->mentions || k->count != 1 || digit < LAST ||
            (kind != CONTENT_PLAIN && kind != CONTENT_TABLE))
            continue;
        k->digit = digit;
        digit -= WIDTH;
    }
}

// How many marks each field has a part in, if `out` is NULL; else these, one field after the other.
static void list_marked(const orbit_plan *p, uint32_t *count, marked_name *out)
{
    for (uint32_t o = 0; o < p->orbit_count; o++)
        for (uint32_t i = 0; i < p->mark_count[o]; i++) {
            const orbit_mark *k = &p->marks[o][i];
            uint32_t names = k->mentions ? 1 : p->orbits[o].count;
            for (uint32_t n = 0; n < names * k->count; n++) {
                uint32_t at = count[k->fields[n]]++;
                if (out)
                    out[at] = (marked_name){k, (uint8_t)o, (uint8_t)(n / k->count)};
            }
        }
}

static bool is_silent(const content *c)
{
    uint32_t zero = content_value(c, 0);
    return c->kind == CONTENT_PLAIN || c->kind == CONTENT_SEQ || c->kind == CONTENT_BLOCK ||
           (c->kind == CONTENT_TABLE && zero < c->card && !c->least[zero] && !c->mentions[zero]);
}

void orbit_marks_list(orbit_plan *p)
{
    uint32_t *counts = memory_new(p->field_count + 1, sizeof *counts), total = 0;
    for (uint32_t o = 0; o < p->orbit_count; o++)
        give_digits(p, o);
    list_marked(p, counts, NULL);
    for (uint32_t i = 0; i < p->field_count; i++) {
        uint32_t own = counts[i];
        counts[i] = total;
        total += own;
    }
    p->marked = memory_new(total + 1, sizeof *p->marked);
    list_marked(p, counts, p->marked);
    p->marked_until = counts;
    p->field_of = memory_new(p->l->cells + 1, sizeof *p->field_of);
    for (uint32_t i = 0; i < p->field_count; i++)
        p->fields[i].silent = is_silent(&p->contents[p->fields[i].content]);
    for (uint32_t i = 0; i < p->field_count; i++)
        for (uint32_t k = 0; k < p->contents[p->fields[i].content].width; k++)
            p->field_of[p->fields[i].cell + k * p->fields[i].stride] = (uint16_t)(i + 1);
}
