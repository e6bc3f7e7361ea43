// SPDX-License-Identifier: MIT
// Values as a trace has them, and read from it.

#include "model/enact/enact.h"
#include "model/enact/enact_many.h"
#include "model/syntax/finite_type.h"

#include <linchpin/value.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- To text ----

static bool names_its_items(type set)
{
    return set.parts[0].kind == TYPE_ENUM && !set.parts[0].optional;
}

static void add_word(text *out, const char *word)
{
    text_add_bytes(out, word, strlen(word));
}

// As %d has it, and much faster: sets are long.
static void add_number(text *out, int64_t n)
{
    char digits[20];
    size_t from = sizeof digits;
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do {
        digits[--from] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (n < 0)
        add_word(out, "-");
    text_add_bytes(out, digits + from, sizeof digits - from);
}

static void add_identifier(const component_system *s, int64_t id, text *out)
{
    add_word(out, s->supplies[enact_supply(id)].name);
    add_word(out, ".");
    add_number(out, id >> 28 & UINT32_MAX);
    add_word(out, ".");
    add_number(out, id & 0xfffffff);
}

static void add_past(const component_system *s, int64_t last, int64_t past, text *out)
{
    if (last == ENACT_NONE)
        add_word(out, "none");
    else
        add_identifier(s, last, out);
    if (past)
        text_add(out, "#%016" PRIx64, (uint64_t)past);
}

void enact_print_result(const int64_t *answer, text *out)
{
    switch (answer[2]) {
    case LP_KIND_INT:
        add_number(out, answer[3]);
        break;
    case LP_KIND_BOOL:
        add_word(out, answer[3] ? "true" : "false");
        break;
    default:
        add_word(out, answer[2] == LP_KIND_NIL ? "nil" : "ok");
    }
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
    if (t.use == USE_ANSWER) {
        enact_print_result(cells, out);
        add_word(out, " after ");
        add_past(s, cells[0], cells[1], out);
    } else if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++) {
            add_word(out, i ? ", " : "(");
            enact_print(s, t.parts[i], cells + enact_offset(t, i), out);
        }
        add_word(out, ")");
    } else if (cells[0] == ENACT_NONE) {
        add_word(out, "none");
    } else if (type_is_supply(s->m, t)) {
        add_identifier(s, cells[0], out);
    } else if (t.kind == TYPE_BOOL) {
        add_word(out, cells[0] ? "true" : "false");
    } else if (t.kind == TYPE_ENUM) {
        add_word(out, s->m->enums[t.record]->items[cells[0]]);
    } else if (t.kind == TYPE_MASK && names_its_items(t)) {
        print_set(s, t, (uint64_t)cells[0], out);
    } else {
        add_number(out, cells[0]);
    }
}

// FNV-1a: of what is too long to be shown, a trace has how many there are, and this hash of what would be.
static uint64_t hash_of(const text *shown)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < shown->length; i++)
        h = (h ^ (unsigned char)shown->bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

static void print_many(const enact_part *p, const variable *v, int64_t many, text *out)
{
    type t = variable_type(v), key = v->length ? v->index : t.parts[0];
    size_t count = enact_many_count(many);
    text items = {0};
    for (size_t i = 0; i < count; i++) {
        const int64_t *item = enact_many_item(many, i);
        add_word(&items, i ? ", " : "");
        enact_print(p->s, key, item, &items);
        if (v->length) {
            add_word(&items, ": ");
            enact_print(p->s, t, item + enact_width(key), &items);
        }
    }
    bool seq = t.kind == TYPE_SEQ && !v->length;
    text_add(out, seq ? "[" : "{");
    if (count > ENACT_SHOWN)
        text_add(out, "%zu items, #%016" PRIx64, count, hash_of(&items));
    else if (count)
        text_add_bytes(out, items.bytes, items.length);
    text_add(out, seq ? "]" : "}");
    text_fini(&items);
}

void enact_print_variable(const enact_part *p, int64_t *state, uint32_t shared, text *out)
{
    const variable *v = &p->s->m->shared[shared];
    type t = variable_type(v);
    const int64_t *cells = enact_variable(p, state, shared);
    if (t.use == USE_MACHINE) {
        add_past(p->s, cells[0], cells[1], out);
        return;
    }
    for (uint32_t i = 0; i < p->block_count; i++)
        if (state + p->blocks[i] == cells) {
            print_many(p, v, cells[0], out);
            return;
        }
    text_add(out, v->length ? "[" : "");
    for (uint32_t i = 0; i < (v->length ? v->length : 1); i++, cells += enact_width(t)) {
        text_add(out, i ? ", " : "");
        enact_print(p->s, t, cells, out);
    }
    text_add(out, v->length ? "]" : "");
}

// ---- From text ----

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
    return strcspn(at, " ,(){}[];#");
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

// "5 after enq.2.17#91ab…": a result, and what was carried out before.
static bool parse_answer(const component_system *s, type t, const char **at, int64_t *out)
{
    size_t length = word_length(*at);
    bool yes = length == 4 && strncmp(*at, "true", 4) == 0;
    bool none = length == 3 && strncmp(*at, "nil", 3) == 0;
    out[1] = out[3] = 0;
    if (yes || none || (length == 5 && strncmp(*at, "false", 5) == 0) ||
        (length == 2 && strncmp(*at, "ok", 2) == 0)) {
        out[2] = none ? LP_KIND_NIL : length == 2 ? LP_KIND_UNIT : LP_KIND_BOOL;
        out[3] = yes;
        *at += length;
    } else {
        out[2] = LP_KIND_INT;
        if (!parse_int(at, &out[3]))
            return false;
    }
    if (!skip(at, " after ") || !enact_parse(s, t.parts[0], at, out))
        return false;
    if (skip(at, "#")) {
        char *end;
        out[1] = (int64_t)strtoull(*at, &end, 16);
        *at = end;
    }
    return true;
}

bool enact_parse(const component_system *s, type t, const char **at, int64_t *out)
{
    if (t.use == USE_ANSWER)
        return parse_answer(s, t, at, out);
    if (t.kind != TYPE_TUPLE)
        return parse_plain(s, t, at, out) && enact_fits(s, t, out);
    for (uint32_t i = 0; i < t.part_count; i++)
        if (!skip(at, i ? ", " : "(") || !enact_parse(s, t.parts[i], at, out + enact_offset(t, i)))
            return false;
    return skip(at, ")");
}
