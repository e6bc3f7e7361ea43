// SPDX-License-Identifier: MIT
// See enact_value.h.

#include "model/enact/enact_many.h"

#include "model/syntax/finite_type.h"

#include <linchpin/value.h>

#include <string.h>

uint32_t enact_width(type t)
{
    uint32_t cells = 0;
    if (t.use)
        return t.use == USE_ANSWER ? ENACT_ANSWER : ENACT_MACHINE;
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        cells += enact_width(t.parts[i]);
    return t.kind == TYPE_TUPLE ? cells : 1;
}

uint32_t enact_offset(type tuple, uint32_t part)
{
    uint32_t cells = 0;
    for (uint32_t i = 0; i < part; i++)
        cells += enact_width(tuple.parts[i]);
    return cells;
}

void enact_zero(const component_system *s, type t, int64_t *out)
{
    if (t.use == USE_ANSWER) {
        const int64_t none[ENACT_ANSWER] = {ENACT_NONE, 0, LP_KIND_NIL, 0};
        memcpy(out, none, sizeof none);
        return;
    }
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        enact_zero(s, t.parts[i], out + enact_offset(t, i));
    if (t.kind != TYPE_TUPLE)
        out[0] = t.optional || type_is_supply(s->m, t) ? ENACT_NONE : 0;
}

static bool items_fit(const component_system *s, type item, int64_t set)
{
    for (size_t i = 0; i < enact_many_count(set); i++)
        if (!enact_fits(s, item, enact_many_item(set, i)))
            return false;
    return true;
}

bool enact_fits(const component_system *s, type t, const int64_t *cells)
{
    if (t.use == USE_ANSWER)
        return enact_fits(s, t.parts[0], cells);
    if (type_is_open_set(s->m, t))
        return items_fit(s, t.parts[0], cells[0]);
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++)
            if (!enact_fits(s, t.parts[i], cells + enact_offset(t, i)))
                return false;
        return true;
    }
    if (cells[0] == ENACT_NONE)
        return t.optional;
    if (type_is_supply(s->m, t)) {
        uint32_t first, count = type_supplies(s, t, &first), own = enact_supply(cells[0]);
        return own >= first && own < first + count;
    }
    if (t.kind == TYPE_MASK) {
        uint32_t items = type_card(t.parts[0]);
        return items <= ENACT_ITEMS && (uint64_t)cells[0] >> items == 0;
    }
    return cells[0] >= type_lowest(t) && cells[0] <= type_highest(t);
}

// By the operations before; what the results are, follows from these, and if not, they differ.
static int compare_answers(const int64_t *a, const int64_t *b)
{
    int order = ((uint64_t)a[1] > (uint64_t)b[1]) - ((uint64_t)a[1] < (uint64_t)b[1]);
    return order ? order : memcmp(a, b, ENACT_ANSWER * sizeof *a) != 0;
}

int enact_compare(const component_system *s, type t, const int64_t *a, const int64_t *b)
{
    int order = 0;
    if (t.use == USE_ANSWER)
        return compare_answers(a, b);
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count && !order; i++) {
            uint32_t from = enact_offset(t, i);
            order = enact_compare(s, t.parts[i], a + from, b + from);
        }
        return order;
    }
    if (a[0] == ENACT_NONE || b[0] == ENACT_NONE)
        return (a[0] != ENACT_NONE) - (b[0] != ENACT_NONE);
    if (type_is_supply(s->m, t)) // supply 8 and later would be negative
        return ((uint64_t)a[0] > (uint64_t)b[0]) - ((uint64_t)a[0] < (uint64_t)b[0]);
    return (a[0] > b[0]) - (a[0] < b[0]);
}

uint64_t enact_rank(type t, const int64_t *cells)
{
    uint64_t rank = 0;
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++)
            rank =
                rank * type_card(t.parts[i]) + enact_rank(t.parts[i], cells + enact_offset(t, i));
        return rank;
    }
    if (cells[0] == ENACT_NONE)
        return 0;
    return (uint64_t)(cells[0] - (t.kind == TYPE_MASK ? 0 : type_lowest(t))) + t.optional;
}

void enact_at(type t, uint64_t rank, int64_t *out)
{
    if (t.kind == TYPE_TUPLE)
        for (uint32_t i = t.part_count; i-- > 0;) {
            uint32_t card = type_card(t.parts[i]);
            enact_at(t.parts[i], rank % card, out + enact_offset(t, i));
            rank /= card;
        }
    else if (t.optional && !rank)
        out[0] = ENACT_NONE;
    else
        out[0] = (int64_t)rank - t.optional + (t.kind == TYPE_MASK ? 0 : type_lowest(t));
}
