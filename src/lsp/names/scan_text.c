// SPDX-License-Identifier: MIT
// Expressions and statements: what they declare, and until where it is seen.

#include "lsp/names/name_scan.h"

static symbol *declare_local(name_scan *s, uint32_t i, uint32_t from, uint32_t to)
{
    symbol *v = scan_declare(s, SYMBOL_LOCAL, i, i);
    if (v) {
        v->visible_from = from;
        v->visible_to = to;
    }
    return v;
}

uint32_t scan_binders(name_scan *s, uint32_t i, uint32_t to, uint32_t from, uint32_t end)
{
    const lin_tokens *k = s->k;
    while (i < to && name_at(k, i) && token_at(k, i + 1, "in")) {
        uint32_t after = find_sign(k, i + 2, to, ", : @ ; do");
        scan_role(s, i + 1, NAME_WORD);
        symbol *v = declare_local(s, i, from ? from : after, end);
        if (v)
            v->to = after;
        if (scan_type_ahead(s, i + 2) && !token_at(k, i + 2, "("))
            scan_type(s, i + 2);
        else if (name_at(k, i + 2) && after == i + 3)
            scan_role(s, i + 2, NAME_TYPE_OR_VALUE);
        i = after;
        if (!token_at(k, i, ",") || !token_at(k, i + 2, "in"))
            break;
        i++;
    }
    return i;
}

// Up to where reaches what is said of a variable that is bound here?
static uint32_t said_until(const name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    for (uint32_t open = 0;;) {
        i = find_sign(k, i, to, ", ; ? : do with");
        if (i == to || (!token_at(k, i, "?") && !(token_at(k, i, ":") && open)))
            return i;
        if (token_at(k, i, "?"))
            open++;
        else
            open--;
        i++;
    }
}

// forall x in S, y in T : P
static uint32_t quantifier(name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t colon = find_sign(s->k, i + 1, to, ": ;");
    scan_role(s, i, NAME_WORD);
    return scan_binders(s, i + 1, to, 0, said_until(s, colon + 1, to));
}

static bool quantifies(const name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    return (token_at(k, i, "forall") || token_at(k, i, "exists")) && name_at(k, i + 1) &&
           token_at(k, i + 2, "in");
}

// The colon of {E : x in S}; `to`: there is none.
static uint32_t comprehends(const name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t open = 0;
    while (i < to) {
        if (quantifies(s, i) || token_at(k, i, "?"))
            open++;
        if (token_at(k, i, ":")) {
            if (!open)
                return i;
            open--;
        }
        i = opens(k, i) ? after_partner(k, i, to) : i + 1;
    }
    return to;
}

// {x in S : P}, {E : x in S : P}, min(E : x in S : P)
static void comprehension(name_scan *s, uint32_t open)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[open];
    if (close == k->count)
        return;
    uint32_t colon = comprehends(s, open + 1, close);
    if (colon == close)
        return;
    if (token_at(k, open, "{") && name_at(k, open + 1) && token_at(k, open + 2, "in"))
        scan_binders(s, open + 1, close, 0, close);
    else
        scan_binders(s, colon + 1, close, open, close);
}

// acyclic(p, next), sorted(p, next, key), reaches(p, q, next)
static void shape(name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[i + 1], before = token_at(k, i, "reaches") ? 2 : 1;
    scan_role(s, i, NAME_WORD);
    for (uint32_t at = i + 1, n = 0; at < close && close < k->count; n++) {
        uint32_t from = at + 1;
        at = find_sign(k, from, close, ",");
        if (n >= before && name_at(k, from))
            scan_role(s, from, NAME_FIELD);
    }
}

void scan_expression(name_scan *s, uint32_t from, uint32_t to)
{
    const lin_tokens *k = s->k;
    for (uint32_t i = from; i < to; i++) {
        bool member = i && token_at(k, i - 1, ".");
        if (quantifies(s, i))
            quantifier(s, i, to);
        else if (token_at(k, i, "{"))
            comprehension(s, i);
        else if (token_at(k, i, "new") && name_at(k, i + 1))
            scan_role(s, i + 1, NAME_TYPE);
        else if (!member && (token_at(k, i, "min") || token_at(k, i, "max")) &&
                 token_at(k, i + 1, "("))
            comprehension(s, i + 1);
        else if (!member && token_at(k, i, "majorities") && token_at(k, i + 1, "(") &&
                 token_at(k, i + 3, ")"))
            scan_role(s, i + 2, NAME_TYPE_OR_VALUE);
        else if (!member && token_at(k, i + 1, "(") &&
                 (token_at(k, i, "acyclic") || token_at(k, i, "sorted") ||
                  token_at(k, i, "reaches")))
            shape(s, i);
        else if (token_at(k, i, "in") && name_at(k, i)) {
            scan_role(s, i, NAME_WORD);
            if (name_at(k, i + 1))
                scan_role(s, i + 1,
                          s->t->roles[i + 1] == NAME_VALUE ? NAME_TYPE_OR_VALUE
                                                           : s->t->roles[i + 1]);
        }
    }
}

static uint32_t end_of_statement(const name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = find_sign(s->k, i, to, "; }");
    return token_at(s->k, end, ";") ? end + 1 : end > i ? end : i + 1;
}

static uint32_t expression_statement(name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = end_of_statement(s, i, to);
    scan_expression(s, i, end);
    return end;
}

// int x = e; `until`: where the block ends.
static uint32_t declaration(name_scan *s, uint32_t i, uint32_t to, uint32_t until)
{
    uint32_t which, after = scan_variable(s, i, SYMBOL_LOCAL, &which);
    uint32_t end = expression_statement(s, after > i ? after : i + 1, to);
    if (which) {
        s->t->symbols[which - 1].visible_from = end;
        s->t->symbols[which - 1].visible_to = until;
    }
    return end;
}

// choose x in e;
static uint32_t choice(name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = end_of_statement(s, i, to);
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 2, NAME_WORD);
    symbol *v = declare_local(s, i + 1, end, to);
    if (v) {
        v->from = i;
        v->to = end;
    }
    scan_expression(s, i + 3, end);
    return end;
}

// each writer y in S : statement
static uint32_t each(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t which, after = scan_variable(s, i + 1, SYMBOL_LOCAL, &which);
    uint32_t colon = find_sign(k, after, to, ": ;");
    scan_role(s, i, NAME_WORD);
    scan_role(s, after, NAME_WORD);
    scan_expression(s, after + 1, colon);
    uint32_t end = scan_statement(s, colon + token_at(k, colon, ":"), to);
    if (which) {
        s->t->symbols[which - 1].visible_from = colon;
        s->t->symbols[which - 1].visible_to = end;
    }
    return end;
}

// for (int i = 0; i < n; i += 1) …
static uint32_t for_loop(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[i + 1], which = 0, at = i + 2;
    scan_role(s, i, NAME_WORD);
    if (close >= to)
        return i + 2;
    if (scan_type_ahead(s, at))
        at = scan_variable(s, at, SYMBOL_LOCAL, &which);
    uint32_t first = find_sign(k, at, close, ";");
    scan_expression(s, at, close);
    uint32_t end = scan_statement(s, close + 1, to);
    if (which) {
        s->t->symbols[which - 1].visible_from = first;
        s->t->symbols[which - 1].visible_to = end;
    }
    return end;
}

static uint32_t conditional(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t after = opens(k, i + 1) ? after_partner(k, i + 1, to) : i + 1;
    scan_expression(s, i + 1, after);
    bool branches = token_at(k, i, "if");
    after = scan_statement(s, after, to);
    return branches && token_at(k, after, "else") && after < to ? scan_statement(s, after + 1, to)
                                                                : after;
}

// @lin(for t, e)
static uint32_t mark(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    if (!token_at(k, i + 1, "("))
        return i + 1;
    uint32_t after = after_partner(k, i + 1, to);
    if (token_at(k, i + 2, "for"))
        scan_role(s, i + 2, NAME_WORD);
    scan_expression(s, i + 2, after);
    return after;
}

// send store(t, v) to replica[p];
static uint32_t sending(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t where = find_sign(k, i + 1, to, "to ;");
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 1, NAME_MESSAGE);
    if (token_at(k, where, "to")) {
        scan_role(s, where, NAME_WORD);
        scan_role(s, where + 1, NAME_UNIT);
    }
    return expression_statement(s, i + 2, to);
}

// Long: one case for each way a statement begins.
static uint32_t statement(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    while (i < to && k->list[i].kind == TOKEN_MARK)
        i = mark(s, i, to);
    if (i >= to)
        return to;
    if (token_at(k, i, ";"))
        return i + 1;
    if (token_at(k, i, "{"))
        return scan_block(s, i, to);
    if (token_at(k, i, "if") || token_at(k, i, "while"))
        return conditional(s, i, to);
    if (token_at(k, i, "for") && token_at(k, i + 1, "("))
        return for_loop(s, i, to);
    if ((token_at(k, i, "loop") || token_at(k, i, "atomic") || token_at(k, i, "ghost")) &&
        token_at(k, i + 1, "{")) {
        scan_role(s, i, NAME_WORD);
        return scan_block(s, i + 1, to);
    }
    if (token_at(k, i, "choose") && name_at(k, i + 1) && token_at(k, i + 2, "in"))
        return choice(s, i, to);
    if (token_at(k, i, "send") && name_at(k, i + 1))
        return sending(s, i, to);
    if (token_at(k, i, "each") && scan_type_ahead(s, i + 1))
        return each(s, i, to);
    bool word = token_at(k, i, "return") || token_at(k, i, "else");
    if (!word && scan_type_ahead(s, i))
        return declaration(s, i, to, to);
    return expression_statement(s, i, to);
}

uint32_t scan_statement(name_scan *s, uint32_t i, uint32_t to)
{
    if (s->depth >= SCAN_DEPTH)
        return end_of_statement(s, i, to);
    s->depth++;
    uint32_t after = statement(s, i, to);
    s->depth--;
    return after;
}

uint32_t scan_block(name_scan *s, uint32_t open, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[open] < to ? k->match[open] : to;
    for (uint32_t i = open + 1; i < close;)
        i = scan_statement(s, i, close);
    return close < to ? close + 1 : to;
}
