// SPDX-License-Identifier: MIT
// Types, the variables that have them, and parameters: as parse_type.c has them.

#include "lsp/names/name_scan.h"

static bool plain(const lin_tokens *k, uint32_t i)
{
    return token_at(k, i, "int") || token_at(k, i, "bool");
}

static bool collection(const lin_tokens *k, uint32_t i)
{
    return (token_at(k, i, "seq") || token_at(k, i, "set") || token_at(k, i, "map") ||
            token_at(k, i, "machine") || token_at(k, i, "answer")) &&
           token_at(k, i + 1, "<");
}

bool scan_type_ahead(const name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    if (plain(k, i) || collection(k, i))
        return true;
    if (token_at(k, i, "("))
        return plain(k, i + 1) || collection(k, i + 1) ||
               (name_at(k, i + 1) &&
                (token_at(k, i + 2, "*") || token_at(k, i + 2, ",") || name_at(k, i + 2)));
    if (!name_at(k, i) || token_at(k, i, "ghost"))
        return false;
    if (token_at(k, i + 1, "*") || token_at(k, i + 1, "?"))
        return name_at(k, i + 2) || token_at(k, i + 2, "[");
    if (token_at(k, i + 1, "[")) {
        uint32_t close = k->match[i + 1];
        return close < k->count && name_at(k, close + 1);
    }
    return name_at(k, i + 1);
}

// low..high, which may be numbers or names.
static uint32_t range(const name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    uint32_t at = i + token_at(k, i, "-");
    if (!token_at(k, at + 1, ".."))
        return i;
    at += 2;
    at += token_at(k, at, "-");
    at++;
    return at + token_at(k, at, "...");
}

// (int 0..3 sn, op id)
static uint32_t tuple(name_scan *s, uint32_t open)
{
    const lin_tokens *k = s->k;
    uint32_t i = open + 1;
    while (i < k->count && !token_at(k, i, ")")) {
        uint32_t after = scan_type(s, i);
        if (after == i)
            break;
        symbol *part = name_at(k, after) ? scan_declare(s, SYMBOL_PART, after, i) : NULL;
        if (part) {
            part->type_from = i;
            part->type_to = after;
            part->visible_from = open;
            after++;
        }
        i = after + token_at(k, after, ",");
    }
    return i + token_at(k, i, ")");
}

static uint32_t collected(name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    scan_role(s, i, NAME_WORD);
    for (i += 2; i < k->count && !token_at(k, i, ">");) {
        uint32_t after = scan_type(s, i);
        if (after == i)
            return i;
        i = after + token_at(k, after, ",");
    }
    return i + 1;
}

uint32_t scan_type(name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    if (s->depth >= SCAN_DEPTH)
        return i;
    s->depth++;
    uint32_t after = i;
    if (collection(k, i)) {
        after = collected(s, i);
    } else if (token_at(k, i, "(")) {
        after = tuple(s, i);
    } else if (token_at(k, i, "int")) {
        after = range(s, i + 1);
    } else if (token_at(k, i, "bool")) {
        after = i + 1;
    } else if (name_at(k, i)) {
        scan_role(s, i, NAME_TYPE);
        after = name_at(k, i + 1) ? range(s, i + 1) : i + 1;
    }
    s->depth--;
    if (after > i && (token_at(k, after, "*") || token_at(k, after, "?")))
        after++;
    return after < k->count ? after : k->count;
}

// [4], [worker], [(row, column)], [int 0..3]
static uint32_t length(name_scan *s, uint32_t open)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[open];
    if (close == k->count)
        return open;
    if (token_at(k, open + 1, "(") || plain(k, open + 1))
        scan_type(s, open + 1);
    else if (name_at(k, open + 1))
        scan_role(s, open + 1, NAME_TYPE_OR_VALUE);
    return close + 1;
}

uint32_t scan_variable(name_scan *s, uint32_t i, symbol_kind kind, uint32_t *out)
{
    const lin_tokens *k = s->k;
    *out = 0;
    uint32_t after = scan_type(s, i), end = after;
    if (after == i)
        return i;
    if (token_at(k, after, "["))
        after = length(s, after);
    symbol *v = scan_declare(s, kind, after, i);
    if (!v)
        return after;
    v->type_from = i;
    v->type_to = end;
    *out = (uint32_t)(v - s->t->symbols) + 1;
    return after + 1;
}

uint32_t scan_parameters(name_scan *s, uint32_t open, symbol_kind kind, uint32_t from, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[open];
    if (close == k->count)
        return open + 1;
    for (uint32_t i = open + 1; i < close;) {
        uint32_t end = find_sign(k, i, close, ","), which = 0;
        if (scan_type_ahead(s, i))
            scan_variable(s, i, kind, &which);
        else
            scan_expression(s, i, end);
        if (which) {
            s->t->symbols[which - 1].visible_from = from;
            s->t->symbols[which - 1].visible_to = to;
        }
        i = end + 1;
    }
    return close + 1;
}
