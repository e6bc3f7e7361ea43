// SPDX-License-Identifier: MIT
// See enact_value.h.

#include "model/enact/enact_value.h"

#include "model/syntax/finite_type.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint32_t enact_width(type t)
{
    uint32_t cells = 0;
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
    for (uint32_t i = 0; t.kind == TYPE_TUPLE && i < t.part_count; i++)
        enact_zero(s, t.parts[i], out + enact_offset(t, i));
    if (t.kind != TYPE_TUPLE)
        out[0] = t.optional || type_is_supply(s->m, t) ? ENACT_NONE : 0;
}

bool enact_fits(const component_system *s, type t, const int64_t *cells)
{
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

int enact_compare(const component_system *s, type t, const int64_t *a, const int64_t *b)
{
    int order = 0;
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

// ---- Text ----

static bool names_its_items(type set)
{
    return set.parts[0].kind == TYPE_ENUM && !set.parts[0].optional;
}

static void print_set(const component_system *s, type t, uint64_t bits, text *out)
{
    const enumeration *n = s->m->enums[t.parts[0].record];
    const char *comma = "";
    text_add(out, "{");
    for (uint32_t i = 0; bits >> i && i < ENACT_ITEMS; i++)
        if (bits >> i & 1) {
            text_add(out, "%s%s", comma, n->items[type_lowest(t.parts[0]) + i]);
            comma = ", ";
        }
    text_add(out, "}");
}

void enact_print(const component_system *s, type t, const int64_t *cells, text *out)
{
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++) {
            text_add(out, i ? ", " : "(");
            enact_print(s, t.parts[i], cells + enact_offset(t, i), out);
        }
        text_add(out, ")");
    } else if (cells[0] == ENACT_NONE) {
        text_add(out, "none");
    } else if (type_is_supply(s->m, t)) {
        uint64_t id = (uint64_t)cells[0];
        text_add(out, "%s.%u.%u", s->supplies[enact_supply(cells[0])].name,
                 (unsigned)(id >> 28 & UINT32_MAX), (unsigned)(id & 0xfffffff));
    } else if (t.kind == TYPE_BOOL) {
        text_add(out, cells[0] ? "true" : "false");
    } else if (t.kind == TYPE_ENUM) {
        text_add(out, "%s", s->m->enums[t.record]->items[cells[0]]);
    } else if (t.kind == TYPE_MASK && names_its_items(t)) {
        print_set(s, t, (uint64_t)cells[0], out);
    } else {
        text_add(out, "%" PRId64, cells[0]);
    }
}

static bool skip(const char **at, const char *word)
{
    size_t n = strlen(word);
    bool there = strncmp(*at, word, n) == 0;
    *at += there ? n : 0;
    return there;
}

static bool parse_int(const char **at, int64_t *out)
{
    char *end;
    *out = strtoll(*at, &end, 10);
    bool there = end != *at && **at != ' ' && **at != '+';
    *at = there ? end : *at;
    return there;
}

static size_t word_length(const char *at)
{
    return strcspn(at, " ,(){}[];");
}

// The item of an enum whose name is here: a whole word.
static bool parse_name(const enumeration *n, const char **at, int64_t *out)
{
    size_t length = word_length(*at);
    for (uint32_t i = 0; i < n->item_count; i++)
        if (strlen(n->items[i]) == length && strncmp(n->items[i], *at, length) == 0) {
            *out = i;
            *at += length;
            return true;
        }
    return false;
}

bool enact_parse_id(uint32_t of, const char **at, int64_t *out)
{
    int64_t client, number;
    if (!parse_int(at, &client) || !skip(at, ".") || !parse_int(at, &number) || client < 0 ||
        client > UINT32_MAX || number < 0 || number > 0xfffffff)
        return false;
    *out = enact_id(of, (uint64_t)client, (uint64_t)number);
    return true;
}

static bool parse_identifier(const component_system *s, const char **at, int64_t *out)
{
    size_t length = strcspn(*at, ".");
    for (uint32_t i = 0; i < s->supply_count; i++)
        if (strlen(s->supplies[i].name) == length &&
            strncmp(s->supplies[i].name, *at, length) == 0) {
            *at += length;
            return skip(at, ".") && enact_parse_id(i, at, out);
        }
    return false;
}

static bool parse_set(const component_system *s, type t, const char **at, int64_t *out)
{
    uint64_t bits = 0;
    if (!skip(at, "{"))
        return false;
    for (int64_t item; !skip(at, "}");) {
        if (bits && !skip(at, ", "))
            return false;
        if (!parse_name(s->m->enums[t.parts[0].record], at, &item) ||
            !enact_fits(s, t.parts[0], &item))
            return false;
        uint64_t rank = enact_rank(t.parts[0], &item);
        if (rank >= ENACT_ITEMS)
            return false;
        bits |= UINT64_C(1) << rank;
    }
    *out = (int64_t)bits;
    return true;
}

static bool parse_plain(const component_system *s, type t, const char **at, int64_t *out)
{
    if (t.optional && word_length(*at) == 4 && skip(at, "none")) {
        *out = ENACT_NONE;
        return true;
    }
    if (type_is_supply(s->m, t))
        return parse_identifier(s, at, out);
    if (t.kind == TYPE_BOOL) {
        *out = skip(at, "true");
        return *out || skip(at, "false");
    }
    if (t.kind == TYPE_ENUM)
        return parse_name(s->m->enums[t.record], at, out);
    if (t.kind == TYPE_MASK && names_its_items(t))
        return parse_set(s, t, at, out);
    return parse_int(at, out);
}

bool enact_parse(const component_system *s, type t, const char **at, int64_t *out)
{
    if (t.kind != TYPE_TUPLE)
        return parse_plain(s, t, at, out) && enact_fits(s, t, out);
    for (uint32_t i = 0; i < t.part_count; i++)
        if (!skip(at, i ? ", " : "(") || !enact_parse(s, t.parts[i], at, out + enact_offset(t, i)))
            return false;
    return skip(at, ")");
}
