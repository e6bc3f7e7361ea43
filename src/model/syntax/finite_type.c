// SPDX-License-Identifier: MIT
// See finite_type.h.

#include "model/syntax/finite_type.h"

#include <assert.h>
#include <string.h>

static uint32_t capped(uint64_t n)
{
    return n > FINITE_MOST ? 0 : (uint32_t)n;
}

static uint64_t tuple_card(type t)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < t.part_count && all; i++)
        all = capped(all * type_card(t.parts[i]));
    return all;
}

uint32_t type_card(type t)
{
    uint64_t n = 0;
    switch (t.kind) {
    case TYPE_INT:
        n = t.ranged ? capped((uint64_t)(t.high - t.low) + 1) : 0;
        break;
    case TYPE_BOOL:
        n = 2;
        break;
    case TYPE_ENUM:
        n = t.ranged ? (uint64_t)(t.high - t.low) + 1 : t.names;
        break;
    case TYPE_MESSAGE:
        n = t.names;
        break;
    case TYPE_TUPLE:
        n = tuple_card(t);
        break;
    case TYPE_MASK: {
        uint32_t items = type_card(t.parts[0]);
        n = items <= MASK_NESTED ? UINT64_C(1) << items : 0;
        break;
    }
    default:
        break;
    }
    return n && t.optional ? capped(n + 1) : (uint32_t)n;
}

bool finite_fits_mask(type t)
{
    uint32_t card = type_card(t);
    return card && card <= MASK_MOST;
}

uint32_t tuple_offset(type tuple, uint32_t part)
{
    uint32_t cells = 0;
    for (uint32_t i = 0; i < part; i++)
        cells += type_width(tuple.parts[i]);
    return cells;
}

uint32_t mask_cell_bits(type mask, uint32_t cell)
{
    uint32_t rest = type_card(mask.parts[0]) - cell * MASK_BITS;
    return rest < MASK_BITS ? rest : MASK_BITS;
}

uint32_t type_width(type t)
{
    if (t.kind == TYPE_MASK)
        return (type_card(t.parts[0]) + MASK_BITS - 1) / MASK_BITS;
    return t.kind == TYPE_TUPLE ? tuple_offset(t, t.part_count) : 1;
}

type type_part(type t, uint32_t cell)
{
    if (t.kind == TYPE_TUPLE) {
        uint32_t i = 0;
        for (; cell >= type_width(t.parts[i]); i++)
            cell -= type_width(t.parts[i]);
        return type_part(t.parts[i], cell);
    }
    if (t.kind != TYPE_MASK || type_width(t) == 1)
        return t;
    return (type){.kind = TYPE_INT,
                  .ranged = true,
                  .high = (INT64_C(1) << mask_cell_bits(t, cell)) - 1,
                  .at = t.at};
}

// Of a type that is finite.
static uint32_t radix(type t)
{
    uint32_t values = type_card(t);
    assert(values);
    return values ? values : 1;
}

void finite_cells(type t, uint32_t rank, int32_t *out)
{
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = t.part_count; i-- > 0;) {
            uint32_t digits = radix(t.parts[i]);
            finite_cells(t.parts[i], rank % digits, out + tuple_offset(t, i));
            rank /= digits;
        }
        return;
    }
    bool none = t.optional && rank == 0;
    out[0] = none ? CELL_NONE : (int32_t)((t.ranged ? t.low : 0) + rank - t.optional);
}

uint32_t finite_rank(type t, const int32_t *cells)
{
    if (t.kind != TYPE_TUPLE) {
        bool none = t.optional && cells[0] == CELL_NONE;
        return none ? 0 : (uint32_t)(cells[0] - (t.ranged ? t.low : 0) + t.optional);
    }
    uint32_t rank = 0;
    for (uint32_t i = 0; i < t.part_count; i++)
        rank = rank * type_card(t.parts[i]) + finite_rank(t.parts[i], cells + tuple_offset(t, i));
    return rank;
}

static void tuple_print(const model *m, type t, uint32_t rank, text *out)
{
    uint32_t digits[MODEL_MAX_PARTS] = {0};
    for (uint32_t i = t.part_count; i-- > 0; rank /= radix(t.parts[i]))
        digits[i] = rank % radix(t.parts[i]);
    text_add(out, "(");
    for (uint32_t i = 0; i < t.part_count; i++) {
        text_add(out, "%s", i ? ", " : "");
        finite_print(m, t.parts[i], digits[i], out);
    }
    text_add(out, ")");
}

type message_type(const model *m)
{
    const message_kind *last = &m->messages[m->message_count - 1];
    return (type){.kind = TYPE_MESSAGE, .names = last->base + last->count};
}

bool enum_item_find(const model *m, const char *name, uint32_t *of, uint32_t *item)
{
    for (*of = 0; *of < m->enum_count; ++*of)
        for (*item = 0; *item < m->enums[*of]->item_count; ++*item)
            if (strcmp(m->enums[*of]->items[*item], name) == 0)
                return true;
    return false;
}

void type_find_enum(const model *m, type *t)
{
    for (uint32_t i = 0; t->kind == TYPE_ENUM && t->name && i < m->enum_count; i++)
        if (strcmp(m->enums[i]->name, t->name) == 0)
            t->record = i;
}

int32_t literal_cell(const model *m, const expr *x)
{
    uint32_t of, item;
    if (x->kind == EXPR_NAME && enum_item_find(m, x->name, &of, &item))
        return (int32_t)item;
    return x->kind == EXPR_NONE ? CELL_NONE : (int32_t)x->number;
}

uint32_t message_find(const model *m, const char *name)
{
    uint32_t i = 0;
    while (i < m->message_count && strcmp(m->messages[i].name, name) != 0)
        i++;
    return i;
}

static void message_print(const model *m, uint32_t rank, text *out)
{
    const message_kind *k = m->messages;
    while (rank >= k->base + k->count)
        k++;
    rank -= k->base;
    uint32_t digits[MODEL_MAX_ARGS] = {0};
    for (uint32_t i = k->param_count; i-- > 0; rank /= radix(k->params[i].type))
        digits[i] = rank % radix(k->params[i].type);
    text_add(out, "%s%s", k->name, k->param_count ? "(" : "");
    for (uint32_t i = 0; i < k->param_count; i++) {
        text_add(out, "%s", i ? ", " : "");
        finite_print(m, k->params[i].type, digits[i], out);
    }
    text_add(out, "%s", k->param_count ? ")" : "");
}

void finite_print(const model *m, type t, uint32_t rank, text *out)
{
    if (t.kind == TYPE_MESSAGE) {
        message_print(m, rank, out);
        return;
    }
    if (t.optional && rank == 0) {
        text_add(out, "none");
        return;
    }
    rank -= t.optional;
    if (t.kind == TYPE_TUPLE)
        tuple_print(m, t, rank, out);
    else if (t.kind == TYPE_MASK)
        mask_print(m, t, &(int32_t){(int32_t)rank}, out);
    else if (t.kind == TYPE_ENUM)
        text_add(out, "%s", m->enums[t.record]->items[rank + (t.ranged ? t.low : 0)]);
    else if (t.kind == TYPE_BOOL)
        text_add(out, "%s", rank ? "true" : "false");
    else
        text_add(out, "%lld", (long long)t.low + rank);
}

void mask_print(const model *m, type mask, const int32_t *cells, text *out)
{
    const char *before = "";
    uint32_t items = type_card(mask.parts[0]);
    text_add(out, "{");
    for (uint32_t rank = 0; rank < items; rank++)
        if (cells[rank / MASK_BITS] >> (rank % MASK_BITS) & 1) {
            text_add(out, "%s", before);
            finite_print(m, mask.parts[0], rank, out);
            before = ", ";
        }
    text_add(out, "}");
}
