// SPDX-License-Identifier: MIT
// See named_state.h.

#include "named_state.h"

#include "model/syntax/finite_type.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 600 };

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct list {
    char *items[MOST];
    uint32_t count;
} list;

static void add_all(list *l, bool sorted, const char *open, const char *close, text *out)
{
    if (sorted && l->count)
        qsort(l->items, l->count, sizeof *l->items, by_text);
    text_add(out, "%s", open);
    for (uint32_t i = 0; i < l->count; i++) {
        text_add(out, " %s", l->items[i]);
        free(l->items[i]);
    }
    text_add(out, " %s", close);
}

static void add_rank(const model *m, type t, uint32_t rank, const enum_permutation *e, text *out);

static void add_parts(const model *m, const type *types, uint32_t count, uint32_t rank,
                      const enum_permutation *e, text *out)
{
    uint32_t digits[MODEL_MAX_PARTS] = {0};
    for (uint32_t i = count; i-- > 0; rank /= type_card(types[i]))
        digits[i] = rank % type_card(types[i]);
    text_add(out, "(");
    for (uint32_t i = 0; i < count; i++) {
        add_rank(m, types[i], digits[i], e, out);
        text_add(out, ",");
    }
    text_add(out, ")");
}

static void add_members(const model *m, type item, const int32_t *cells, uint32_t stride,
                        const enum_permutation *e, text *out)
{
    list l = {.count = 0};
    for (uint32_t i = 0; i < type_card(item); i++)
        if (cells[i / MASK_BITS * stride] >> (i % MASK_BITS) & 1) {
            text one = {0};
            add_rank(m, item, i, e, &one);
            l.items[l.count++] = text_take(&one);
        }
    add_all(&l, true, "{", "}", out);
}

static void add_message(const model *m, uint32_t rank, const enum_permutation *e, text *out)
{
    const message_kind *k = m->messages;
    while (rank >= k->base + k->count)
        k++;
    type types[MODEL_MAX_ARGS];
    for (uint32_t i = 0; i < k->param_count; i++)
        types[i] = k->params[i].type;
    text_add(out, "%s", k->name);
    add_parts(m, types, k->param_count, rank - k->base, e, out);
}

static void add_rank(const model *m, type t, uint32_t rank, const enum_permutation *e, text *out)
{
    if (t.optional && rank == 0) {
        text_add(out, "none");
        return;
    }
    rank -= t.optional;
    uint32_t low = t.ranged ? (uint32_t)t.low : 0;
    if (t.kind == TYPE_ENUM)
        text_add(out, "%s", m->enums[t.record]->items[e->to[t.record][rank + low]]);
    else if (t.kind == TYPE_TUPLE)
        add_parts(m, t.parts, t.part_count, rank, e, out);
    else if (t.kind == TYPE_MESSAGE)
        add_message(m, rank, e, out);
    else if (t.kind == TYPE_MASK)
        add_members(m, t.parts[0], &(int32_t){(int32_t)rank}, 1, e, out);
    else
        text_add(out, "%u", rank + low);
}

// A value whose cells are so far apart.
static void add_value(const model *m, type t, const int32_t *cells, uint32_t stride,
                      const enum_permutation *e, text *out)
{
    if (t.kind == TYPE_MASK) {
        add_members(m, t.parts[0], cells, stride, e, out);
    } else if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++) {
            add_value(m, t.parts[i], cells + tuple_offset(t, i) * stride, stride, e, out);
            text_add(out, ",");
        }
    } else {
        add_rank(m, t, finite_rank(t, cells), e, out);
    }
}

static void add_many(const model *m, type t, const int32_t *cells, bool sorted,
                     const enum_permutation *e, text *out)
{
    list l = {.count = 0};
    uint32_t width = type_width(t.parts[0]);
    for (uint32_t i = 0; i < (uint32_t)cells[0]; i++) {
        text one = {0};
        add_value(m, t.parts[0], cells + 1 + i * width, 1, e, &one);
        l.items[l.count++] = text_take(&one);
    }
    add_all(&l, sorted, "[", "]", out);
}

void named_state(const program *p, const bool *sorted, const int32_t *cells,
                 const enum_permutation *e, text *out)
{
    const model *m = p->model;
    list l = {.count = 0};
    for (uint32_t i = 0; i < m->shared_count; i += type_width(variable_type(&m->shared[i]))) {
        const variable *v = &m->shared[i];
        for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
            const int32_t *at = cells + p->layout.variable[i] + k * variable_unit(p, v);
            text one = {0};
            text_add(&one, "%s[", variable_name(v));
            if (v->length && v->index.kind != TYPE_UNIT)
                add_rank(m, v->index, k, e, &one);
            else
                text_add(&one, "%u", k);
            text_add(&one, "]=");
            if (type_many(v->type))
                add_many(m, v->type, at, sorted[i], e, &one);
            else
                add_value(m, variable_type(v), at, v->length ? v->length : 1, e, &one);
            l.items[l.count++] = text_take(&one);
        }
    }
    add_all(&l, true, "", "", out);
}
