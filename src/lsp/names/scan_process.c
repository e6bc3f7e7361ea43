// SPDX-License-Identifier: MIT
// Processes: their events, what is bound in them, and which others they become.

#include "lsp/names/name_scan.h"

// Up to where a variable is seen that is bound at i: to the bracket that ends the process.
static uint32_t bound_until(const name_scan *s, uint32_t i, uint32_t to)
{
    return find_sign(s->k, i, to, "");
}

uint32_t scan_dotted(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    while (i + 1 < to && token_at(k, i, ".")) {
        uint32_t at = i + 1;
        if (token_at(k, at, "(")) {
            i = after_partner(k, at, to);
            scan_expression(s, at, i);
            continue;
        }
        if (name_at(k, at))
            scan_role(s, at, NAME_PLAIN);
        i = at + 1 + token_at(k, at, "-");
        if (token_at(k, i, "[") && !token_at(k, i + 1, "]")) {
            uint32_t after = after_partner(k, i, to);
            scan_expression(s, i, after);
            i = after;
        }
    }
    return i;
}

void scan_events(name_scan *s, uint32_t from, uint32_t to)
{
    const lin_tokens *k = s->k;
    for (uint32_t i = from; i < to;) {
        if (name_at(k, i))
            scan_role(s, i, NAME_EVENT);
        i = scan_dotted(s, i + 1, to);
        i = find_sign(k, i, to, ",") + 1;
    }
}

// c?x.(y + 1) or c!x.0: what a receipt names without brackets is bound.
static uint32_t exchange(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    bool receives = token_at(k, i + 1, "?");
    scan_role(s, i, NAME_EVENT);
    i++;
    do {
        uint32_t at = i + 1;
        bool binds = receives && name_at(k, at) && !token_at(k, at + 1, "[");
        symbol *v = binds ? scan_declare(s, SYMBOL_LOCAL, at, at) : NULL;
        if (v) {
            v->visible_from = at + 1;
            v->visible_to = bound_until(s, at + 1, to);
        } else if (name_at(k, at)) {
            scan_role(s, at, NAME_PLAIN);
        }
        if (opens(k, at)) {
            i = after_partner(k, at, to);
            scan_expression(s, at, i);
        } else {
            i = at + 1 + token_at(k, at, "-");
        }
        if (token_at(k, i, "[")) {
            at = after_partner(k, i, to);
            scan_expression(s, i, at);
            i = at;
        }
    } while (i < to && token_at(k, i, "."));
    return i;
}

// Is [ that of [] i in … or [+], or of [[a <- b]]? Else a guard begins.
static uint32_t square(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t after = after_partner(k, i, to);
    if (token_at(k, i + 1, "]") || token_at(k, i + 1, "+"))
        return after;
    if (token_at(k, i + 1, "[") && k->list[i + 1].at == k->list[i].end) {
        for (uint32_t at = i + 2; at + 1 < after; at++)
            if (name_at(k, at))
                scan_role(s, at, NAME_EVENT);
        return after;
    }
    scan_expression(s, i + 1, after);
    return after;
}

static uint32_t named(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    if (token_at(k, i + 1, "in"))
        return scan_binders(s, i, to, 0, bound_until(s, i, to));
    if (token_at(k, i + 1, "!") || token_at(k, i + 1, "?"))
        return exchange(s, i, to);
    if (token_at(k, i + 1, ".") || token_at(k, i + 1, "->") || token_at(k, i + 1, "{")) {
        scan_role(s, i, NAME_EVENT);
        uint32_t after = scan_dotted(s, i + 1, to);
        return token_at(k, after, "{") ? scan_block(s, after, to) : after;
    }
    bool word = token_at(k, i, "interrupt");
    scan_role(s, i, word ? NAME_WORD : NAME_UNIT);
    if (!token_at(k, i + 1, "(") || word)
        return i + 1;
    uint32_t after = after_partner(k, i + 1, to);
    scan_expression(s, i + 1, after);
    return after;
}

void scan_process(name_scan *s, uint32_t from, uint32_t to)
{
    const lin_tokens *k = s->k;
    for (uint32_t i = from; i < to;) {
        if (token_at(k, i, "if") && token_at(k, i + 1, "(")) {
            uint32_t after = after_partner(k, i + 1, to);
            scan_expression(s, i + 1, after);
            i = after;
        } else if (token_at(k, i, "[")) {
            i = square(s, i, to);
        } else if (token_at(k, i, "\\") && token_at(k, i + 1, "{")) {
            uint32_t after = after_partner(k, i + 1, to);
            scan_events(s, i + 2, after - 1);
            i = after;
        } else if (name_at(k, i)) {
            i = named(s, i, to);
        } else {
            i++;
        }
    }
}
