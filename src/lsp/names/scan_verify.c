// SPDX-License-Identifier: MIT
// Verify blocks: what is claimed, of what, and in which instance.

#include "lsp/names/name_scan.h"

#include "base/memory.h"

#include <string.h>

// call request(writer x) is write(x); return response(reader x, int v) is v;
static void operation(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    bool calls = token_at(k, i, "call");
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 1, NAME_ACTION);
    uint32_t after = scan_parameters(s, i + 2, SYMBOL_PARAMETER, i, to);
    if (!token_at(k, after, "is"))
        return;
    scan_role(s, after, NAME_WORD);
    if (calls)
        scan_role(s, after + 1, NAME_METHOD);
    scan_expression(s, after + 1, to);
}

static void condition(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t with = find_sign(k, i, to, "with");
    scan_role(s, i, NAME_WORD);
    if (with < to) {
        scan_role(s, with, NAME_WORD);
        scan_role(s, with + 1, NAME_WORD);
    }
    scan_expression(s, i + 1, to);
}

static void setting(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    if (token_at(k, i, "reachable") || token_at(k, i, "ends"))
        condition(s, i, to);
    else if ((token_at(k, i, "call") || token_at(k, i, "return")) && token_at(k, i + 2, "("))
        operation(s, i, to);
    else if (token_at(k, i, "property") || token_at(k, i, "fair"))
        for (; i < to; i++)
            scan_role(s, i, NAME_WORD);
    else
        scan_role(s, i, NAME_WORD); // a number may be a constant's name
}

// What is claimed: words, then a spec or an automaton, then perhaps words again.
static void claim(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    bool compares = token_at(k, i, "implements");
    uint32_t using_points = find_sign(k, i, to, "using");
    for (uint32_t at = i; at < to; at++)
        scan_role(s, at, NAME_WORD);
    uint32_t spec = using_points - 1;
    bool alone = spec > i && k->list[spec].at > k->list[spec - 1].end; // not out-of-order
    if (compares && name_at(k, i + 1)) {
        s->t->roles[i + 1] = NAME_UNIT;
    } else if (spec > i && name_at(k, spec) && alone && !token_at(k, i, "progress")) {
        s->t->roles[spec] = NAME_SPEC;
    }
}

// A formula goes up to the settings: the last braces before the next declaration.
static uint32_t formula_end(const name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    while (i < to) {
        i = find_sign(k, i, to, "{");
        if (i >= to)
            return to;
        uint32_t after = after_partner(k, i, to);
        // {x in S : P}.len() > 0, or x in {a, b} && …
        if (after >= to || k->list[after].kind != TOKEN_SIGN)
            return token_at(k, after, "in") ? to : i;
        i = after;
    }
    return to;
}

// G F X U W R M where they are operators.
static bool operator_letter(const lin_tokens *k, uint32_t i)
{
    const token *t = &k->list[i];
    return t->end - t->at == 1 && strchr("GFXUWRM", k->bytes[t->at]) && !token_at(k, i + 1, ")") &&
           !token_at(k, i + 1, ",") && !token_at(k, i + 1, ".");
}

uint32_t scan_verify(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    bool temporal = token_at(k, i + 2, "|=");
    uint32_t open = temporal ? formula_end(s, i + 3, to) : find_sign(k, i, to, "{ ;");
    if (!token_at(k, open, "{"))
        return open < to ? open + 1 : to;
    uint32_t close = after_partner(k, open, to);
    name_table *t = s->t;
    MEMORY_GROW(t->claims, t->claim_capacity, t->claim_count + 1);
    t->claims[t->claim_count++] = (claim_place){.from = i, .to = close};
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 1, NAME_UNIT);
    if (temporal) {
        scan_expression(s, i + 3, open);
        for (uint32_t at = i + 3; at < open; at++)
            if (name_at(k, at) && s->t->roles[at] == NAME_VALUE)
                s->t->roles[at] = operator_letter(k, at) ? NAME_WORD : NAME_FORMULA;
    } else if (open > i + 2) {
        claim(s, i + 2, open);
    }
    for (uint32_t at = open + 1; at < close - 1;) {
        uint32_t end = find_sign(k, at, close - 1, ";");
        setting(s, at, end);
        at = end + 1;
    }
    return close;
}
