// SPDX-License-Identifier: MIT
// What stands in objects, specs, automata, systems and simulations; and what may also stand in no unit.

#include "lsp/names/name_scan.h"

uint32_t scan_item_end(const name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    while (i < to) {
        if (token_at(k, i, ";"))
            return i + 1;
        if (token_at(k, i, "{")) {
            uint32_t after = after_partner(k, i, to);
            // A set or a list in what goes on is no body.
            bool body = !token_at(k, after, ";") && !token_at(k, after, ".") &&
                        !token_at(k, after, ",") && !token_at(k, i - 1, "=");
            if (body || after >= to)
                return after;
            i = after;
            continue;
        }
        i = opens(k, i) ? after_partner(k, i, to) : i + 1;
    }
    return to;
}

// Up to a semicolon, whatever stands before it.
static uint32_t semicolon(const name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = find_sign(s->k, i, to, ";");
    return end < to ? end + 1 : to;
}

static symbol *declare_visible(name_scan *s, symbol_kind kind, uint32_t i, uint32_t from,
                               uint32_t to)
{
    symbol *v = scan_declare(s, kind, i, from);
    if (v) {
        const symbol *unit = s->unit ? &s->t->symbols[s->unit - 1] : NULL;
        v->visible_from = unit ? unit->token : 0;
        v->visible_to = unit ? unit->end : s->k->count;
        v->end = to;
    }
    return v;
}

// let before(op x, op y) = E;
uint32_t scan_let(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to), after = i + 2;
    scan_role(s, i, NAME_WORD);
    symbol *v = declare_visible(s, SYMBOL_LET, i + 1, i, end);
    if (v)
        v->to = end;
    if (token_at(k, after, "("))
        after = scan_parameters(s, after, SYMBOL_PARAMETER, after, end);
    scan_expression(s, after, end);
    return end;
}

// invariant NAME { E }, quiescent invariant NAME { E }, relation NAME { E }, step invariant NAME { E }
uint32_t scan_invariant(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t at = i;
    while (at < to && name_at(k, at + 1))
        scan_role(s, at++, NAME_WORD);
    uint32_t after = token_at(k, at + 1, "{") ? after_partner(k, at + 1, to) : at + 1;
    symbol *v = scan_declare(s, SYMBOL_INVARIANT, at, i);
    if (v)
        v->end = after;
    scan_expression(s, at + 2, after);
    return after;
}

// never decreases E for x in op, p in P;
static uint32_t never(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to), names = find_sign(k, i, end, "for ;");
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 1, NAME_WORD);
    if (token_at(k, names, "for"))
        scan_binders(s, names + 1, end, i, end);
    scan_expression(s, i + 2, names);
    return end;
}

static uint32_t variable(name_scan *s, uint32_t i, uint32_t from, uint32_t to)
{
    uint32_t which, after = scan_variable(s, i, s->unit ? SYMBOL_STATE : SYMBOL_VARIABLE, &which);
    uint32_t end = semicolon(s, after > i ? after : i + 1, to);
    scan_expression(s, after, end);
    if (which) {
        symbol *v = &s->t->symbols[which - 1];
        const symbol *unit = s->unit ? &s->t->symbols[s->unit - 1] : NULL;
        v->from = from;
        v->to = end;
        v->end = end;
        v->visible_from = unit ? unit->token : 0;
        v->visible_to = unit ? unit->end : s->k->count;
    }
    return end;
}

// NAME(int x) -> int @mark(…) { … }
uint32_t scan_method(name_scan *s, uint32_t i, uint32_t to, symbol_kind kind)
{
    const lin_tokens *k = s->k;
    uint32_t end = scan_item_end(s, i, to), after = i + 1;
    symbol *f = declare_visible(s, kind, i, i, end);
    uint32_t which = f ? (uint32_t)(f - s->t->symbols) : UINT32_MAX;
    if (token_at(k, after, "("))
        after = scan_parameters(s, after, SYMBOL_PARAMETER, after, end);
    uint32_t head = after;
    if (token_at(k, after, "->")) {
        head = scan_type(s, after + 1);
        if (f) {
            s->t->symbols[which].type_from = after + 1;
            s->t->symbols[which].type_to = head;
        }
    }
    if (f)
        s->t->symbols[which].to = head;
    uint32_t body = find_sign(k, head, end, "{");
    scan_expression(s, head, body);
    if (body < end)
        scan_block(s, body, end);
    return end;
}

// sync n = 1..8 wait(int id) with go() -> int { … }
static uint32_t meeting(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t body = find_sign(k, i, to, "{"), end = body < to ? after_partner(k, body, to) : to;
    uint32_t at = i + 1;
    scan_role(s, i, NAME_WORD);
    while (at < body) {
        if (token_at(k, at, "with"))
            scan_role(s, at++, NAME_WORD);
        if (name_at(k, at) && token_at(k, at + 1, "=")) {
            symbol *n = scan_declare(s, SYMBOL_LOCAL, at, at);
            if (n) {
                n->visible_from = body;
                n->visible_to = end;
            }
            at += 2;
        }
        while (at < body && !token_at(k, at + 1, "("))
            at++;
        symbol *f = declare_visible(s, SYMBOL_METHOD, at, at, end);
        uint32_t which = f ? (uint32_t)(f - s->t->symbols) : UINT32_MAX;
        if (at + 1 < body)
            at = scan_parameters(s, at + 1, SYMBOL_PARAMETER, body, end);
        if (token_at(k, at, "->"))
            at = scan_type(s, at + 1);
        if (f)
            s->t->symbols[which].to = at;
        at = find_sign(k, at, body, "with");
    }
    if (body < end)
        scan_block(s, body, end);
    return end;
}

// input receive store(tag t) from client[x] do …
static uint32_t receipt(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t from = find_sign(k, i + 2, to, "from ;"), after = from + 2;
    uint32_t body = find_sign(k, after, to, "do ;");
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 1, NAME_WORD);
    scan_role(s, i + 2, NAME_MESSAGE);
    scan_role(s, from, NAME_WORD);
    scan_role(s, from + 1, NAME_UNIT);
    scan_role(s, body, NAME_WORD);
    uint32_t first = s->t->symbol_count;
    if (token_at(k, i + 3, "("))
        scan_parameters(s, i + 3, SYMBOL_PARAMETER, i, body);
    for (uint32_t at = after; token_at(k, after, "[") && at < k->match[after]; at++)
        if (name_at(k, at))
            scan_declare(s, SYMBOL_PARAMETER, at, at);
    uint32_t last = s->t->symbol_count;
    uint32_t end = scan_statement(s, body + 1, to);
    for (uint32_t v = first; v < last; v++)
        if (s->t->symbols[v].kind == SYMBOL_PARAMETER) {
            s->t->symbols[v].visible_from = i;
            s->t->symbols[v].visible_to = end;
        }
    return end;
}

// output a(op x, 0) when E do …
static uint32_t action(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    if (token_at(k, i + 1, "receive") && name_at(k, i + 2))
        return receipt(s, i, to);
    uint32_t head = after_partner(k, i + 2, to), body = find_sign(k, head, to, "do ;");
    scan_role(s, i, NAME_WORD);
    symbol *f = scan_declare(s, SYMBOL_ACTION, i + 1, i);
    uint32_t which = f ? (uint32_t)(f - s->t->symbols) : UINT32_MAX;
    uint32_t first = s->t->symbol_count;
    scan_parameters(s, i + 2, SYMBOL_PARAMETER, i, body);
    uint32_t last = s->t->symbol_count;
    if (token_at(k, head, "when"))
        scan_role(s, head, NAME_WORD);
    scan_role(s, body, NAME_WORD);
    scan_expression(s, head + 1, body);
    uint32_t end = scan_statement(s, body + 1, to);
    for (uint32_t v = first; v < last; v++)
        if (s->t->symbols[v].kind == SYMBOL_PARAMETER)
            s->t->symbols[v].visible_to = end;
    if (f) {
        s->t->symbols[which].to = head;
        s->t->symbols[which].end = end;
    }
    return end;
}

// step client[x].order(q) matches …
static uint32_t matching(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t at = i + 1, body = find_sign(k, i, to, "matches ;");
    uint32_t first = s->t->symbol_count;
    bool component = token_at(k, at + 1, "[") || token_at(k, at + 1, ".");
    scan_role(s, i, NAME_WORD);
    scan_role(s, body, NAME_WORD);
    scan_role(s, at, component ? NAME_UNIT : NAME_ACTION);
    for (at++; at < body; at++)
        if (name_at(k, at) && token_at(k, at - 1, "."))
            scan_role(s, at, NAME_ACTION);
        else if (name_at(k, at))
            scan_declare(s, SYMBOL_PARAMETER, at, at);
    uint32_t last = s->t->symbol_count;
    uint32_t end = scan_statement(s, body + 1, to);
    for (uint32_t v = first; v < last; v++) {
        s->t->symbols[v].visible_from = body;
        s->t->symbols[v].visible_to = end;
    }
    return end;
}

// channel a <-> b fifo; crashes 1 of a; time 0..N;
static uint32_t environment(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to);
    bool channel = token_at(k, i, "channel"), counts = token_at(k, i, "time");
    scan_role(s, i, NAME_WORD);
    for (uint32_t at = i + 1; at < end; at++) {
        bool unit = channel ? at == i + 1 || token_at(k, at - 1, "->") : token_at(k, at - 1, "of");
        bool number = counts && (at == i + 1 || token_at(k, at - 1, ".."));
        number |= token_at(k, at - 1, "skew") || token_at(k, at - 1, "bounded") ||
                  token_at(k, at - 1, "crashes");
        if (name_at(k, at) && !number)
            scan_role(s, at, unit ? NAME_UNIT : NAME_WORD);
    }
    return end;
}

static uint32_t automaton_member(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    bool acts = token_at(k, i, "action") || token_at(k, i, "input") || token_at(k, i, "output") ||
                token_at(k, i, "internal");
    bool received = token_at(k, i + 1, "receive") && name_at(k, i + 2);
    if (acts && name_at(k, i + 1) && (token_at(k, i + 2, "(") || received))
        return action(s, i, to);
    if (token_at(k, i, "clock") && name_at(k, i + 1) && token_at(k, i + 2, ";")) {
        scan_role(s, i, NAME_WORD);
        symbol *v = declare_visible(s, SYMBOL_STATE, i + 1, i, i + 3);
        return v ? i + 3 : i + 1;
    }
    return variable(s, i, i, to);
}

uint32_t scan_member(name_scan *s, symbol_kind unit, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    bool named = name_at(k, i + 1), braced = named && token_at(k, i + 2, "{");
    if (token_at(k, i, "init") && token_at(k, i + 1, "{")) {
        scan_role(s, i, NAME_WORD);
        return scan_block(s, i + 1, to);
    }
    bool block = unit != SYMBOL_OBJECT && unit != SYMBOL_SPEC;
    if (block && token_at(k, i, "never") && token_at(k, i + 1, "decreases"))
        return never(s, i, to);
    if (block && (((token_at(k, i, "invariant") || token_at(k, i, "relation")) && braced) ||
                  ((token_at(k, i, "step") || token_at(k, i, "quiescent")) &&
                   token_at(k, i + 1, "invariant") && !token_at(k, i + 2, "("))))
        return scan_invariant(s, i, to);
    if (block && token_at(k, i, "let") && named)
        return scan_let(s, i, to);
    if (unit == SYMBOL_SIMULATION && token_at(k, i, "step"))
        return matching(s, i, to);
    if (unit == SYMBOL_SYSTEM)
        return environment(s, i, to);
    if (unit == SYMBOL_AUTOMATON)
        return automaton_member(s, i, to);
    bool body = token_at(k, find_sign(k, i + 1, to, "{ ;"), "{");
    if (unit == SYMBOL_SPEC && token_at(k, i, "sync") && !token_at(k, i + 1, "(") && body)
        return meeting(s, i, to);
    if (name_at(k, i) && token_at(k, i + 1, "("))
        return scan_method(s, i, to, SYMBOL_METHOD);
    if (scan_type_ahead(s, i))
        return variable(s, i, i, to);
    return scan_item_end(s, i, to);
}
