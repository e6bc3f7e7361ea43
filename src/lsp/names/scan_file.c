// SPDX-License-Identifier: MIT
// What stands at the top of a file.

#include "lsp/names/name_scan.h"

static symbol *declare_global(name_scan *s, symbol_kind kind, uint32_t i, uint32_t from,
                              uint32_t end)
{
    symbol *v = scan_declare(s, kind, i, from);
    if (v) {
        v->visible_to = s->k->count;
        v->end = end;
    }
    return v;
}

static uint32_t semicolon(const name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = find_sign(s->k, i, to, ";");
    return end < to ? end + 1 : to;
}

// enum op { w1, r1 } or enum op[3];
static uint32_t enumeration(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = scan_item_end(s, i, to);
    symbol *n = declare_global(s, SYMBOL_ENUM, i + 1, i, end);
    scan_role(s, i, NAME_WORD);
    if (!n)
        return end;
    n->to = end;
    n->counted = token_at(k, i + 2, "[");
    uint32_t of = (uint32_t)(n - s->t->symbols) + 1;
    for (uint32_t at = i + 3; at < end && !n->counted; at++) {
        symbol *item = name_at(k, at) ? declare_global(s, SYMBOL_ITEM, at, at, at + 1) : NULL;
        if (item)
            item->of = of;
        n = &s->t->symbols[of - 1];
    }
    return end;
}

// The variables of a struct, or the parts of a message: from `i` to `to`, separated by `sign`.
static void members(name_scan *s, symbol_kind kind, uint32_t of, uint32_t i, uint32_t to,
                    const char *sign)
{
    while (i < to) {
        uint32_t which, after = scan_variable(s, i, kind, &which);
        if (which)
            s->t->symbols[which - 1].of = of;
        after = find_sign(s->k, after, to, sign);
        i = after < i + 1 ? i + 1 : after + 1;
    }
}

static uint32_t structure(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = scan_item_end(s, i, to);
    const symbol *r = declare_global(s, SYMBOL_STRUCT, i + 1, i, end);
    if (r && token_at(k, i + 2, "{"))
        members(s, SYMBOL_FIELD, (uint32_t)(r - s->t->symbols) + 1, i + 3, end - 1, ";");
    return token_at(k, end, ";") ? end + 1 : end;
}

// message query, store(tag t, op v);
static uint32_t message(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to);
    scan_role(s, i, NAME_WORD);
    for (uint32_t at = i + 1; at < end && name_at(k, at);) {
        uint32_t after = token_at(k, at + 1, "(") ? after_partner(k, at + 1, end) : at + 1;
        symbol *m = declare_global(s, SYMBOL_MESSAGE, at, at, after);
        if (m) {
            m->to = after;
            members(s, SYMBOL_CONTENT, (uint32_t)(m - s->t->symbols) + 1, at + 2, after - 1, ",");
        }
        at = after + 1;
    }
    return end;
}

static uint32_t variable(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t at = i, which;
    while (token_at(k, at, "shared") || token_at(k, at, "ghost") || token_at(k, at, "thread"))
        scan_role(s, at++, NAME_WORD);
    uint32_t after = scan_variable(s, at, SYMBOL_VARIABLE, &which), end = semicolon(s, after, to);
    if (which) {
        symbol *v = &s->t->symbols[which - 1];
        v->from = i;
        v->to = v->end = end;
        v->visible_to = k->count;
    }
    scan_expression(s, after, end);
    return end;
}

static uint32_t alias(name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = semicolon(s, i, to);
    symbol *a = declare_global(s, SYMBOL_TYPE, i + 1, i, end);
    scan_role(s, i, NAME_WORD);
    if (!a)
        return end;
    uint32_t which = (uint32_t)(a - s->t->symbols);
    a->to = end;
    uint32_t after = scan_type(s, i + 3);
    s->t->symbols[which].type_from = i + 3;
    s->t->symbols[which].type_to = after;
    return end;
}

static uint32_t constant(name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = semicolon(s, i, to);
    symbol *c = declare_global(s, SYMBOL_CONSTANT, i + 1, i, end);
    if (c)
        c->to = end;
    return end;
}

static uint32_t members_of(name_scan *s, symbol_kind kind, const symbol *u, uint32_t open)
{
    const lin_tokens *k = s->k;
    uint32_t close = k->match[open] < k->count ? k->match[open] : k->count;
    s->unit = (uint32_t)(u - s->t->symbols) + 1;
    for (uint32_t i = open + 1; i < close;) {
        uint32_t after = scan_member(s, kind, i, close);
        i = after > i ? after : i + 1;
    }
    s->unit = 0;
    return close < k->count ? close + 1 : k->count;
}

// system locks = server || client[w in worker] hide ask { … }, up to its block.
static void components(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t hide = find_sign(k, i, to, "hide");
    for (uint32_t at = i; at < hide; at++) {
        if (name_at(k, at))
            scan_role(s, at, NAME_UNIT);
        if (!token_at(k, at, "["))
            continue;
        uint32_t close = after_partner(k, at, hide);
        for (at++; at < close; at++)
            if (name_at(k, at) && token_at(k, at + 1, "in")) {
                scan_declare(s, SYMBOL_LOCAL, at, at);
                scan_role(s, ++at, NAME_WORD);
                at = scan_type(s, at + 1) - 1;
            }
        at--;
    }
    for (uint32_t at = hide; at < to; at++)
        if (name_at(k, at))
            scan_role(s, at, at == hide ? NAME_WORD : NAME_ACTION);
}

// An object, a spec, an automaton, a system or a simulation.
static uint32_t unit(name_scan *s, symbol_kind kind, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t open = find_sign(k, i, to, "{ ;"), after = i + 2;
    uint32_t end = token_at(k, open, "{") ? after_partner(k, open, to) : open + (open < to);
    scan_role(s, i, NAME_WORD);
    const symbol *u = declare_global(s, kind, i + 1, i, end);
    if (!u)
        return end;
    uint32_t which = (uint32_t)(u - s->t->symbols);
    s->unit = which + 1;
    if (kind == SYMBOL_AUTOMATON && token_at(k, after, "("))
        after = scan_parameters(s, after, SYMBOL_PARAMETER, i, end);
    if (kind == SYMBOL_SYSTEM)
        components(s, after + 1, open);
    if (kind == SYMBOL_SIMULATION) {
        for (; after < open; after++)
            scan_role(s, after,
                      token_at(k, after - 1, "from") || token_at(k, after - 1, "to") ? NAME_UNIT
                                                                                     : NAME_WORD);
    }
    s->unit = 0;
    s->t->symbols[which].to = open;
    if (token_at(k, open, "{"))
        members_of(s, kind, &s->t->symbols[which], open);
    return end;
}

// After a semicolon comes a declaration, or what a process goes on with.
static bool declares(const lin_tokens *k, uint32_t i)
{
    static const char *const words[] = {
        "shared",  "thread",   "ghost",     "quiescent", "invariant", "enum",   "type",
        "message", "function", "procedure", "let",       "quorums",   "object", "automaton",
        "system",  "verify",   "process",   "channel",   "alphabet",  "spec",   "simulation"};
    if (i >= k->count || token_at(k, i, "const") || token_at(k, i, "struct"))
        return true;
    bool word = token_at(k, i, "init") && token_at(k, i + 1, "{");
    for (size_t n = 0; n < sizeof words / sizeof *words && !word; n++)
        word = token_at(k, i, words[n]) && k->list[i + 1].kind != TOKEN_SIGN;
    return word || (token_at(k, i, "shared") && token_at(k, i + 1, "("));
}

// process P(i, bool b) = …;
static uint32_t process(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to), after = i + 2;
    while (end < to && !declares(k, end))
        end = semicolon(s, end, to);
    symbol *p = declare_global(s, SYMBOL_PROCESS, i + 1, i, end);
    scan_role(s, i, NAME_WORD);
    if (token_at(k, after, "(")) {
        uint32_t close = after_partner(k, after, end);
        if (p)
            p->to = close;
        for (uint32_t at = after + 1; at < close;) {
            uint32_t which = 0;
            symbol *v;
            if (scan_type_ahead(s, at))
                scan_variable(s, at, SYMBOL_PARAMETER, &which);
            else if ((v = scan_declare(s, SYMBOL_PARAMETER, at, at)))
                which = (uint32_t)(v - s->t->symbols) + 1;
            if (which) {
                s->t->symbols[which - 1].visible_from = after;
                s->t->symbols[which - 1].visible_to = end;
            }
            at = find_sign(k, at, close, ",") + 1;
        }
        after = close;
    }
    scan_process(s, after + 1, end);
    return end;
}

static uint32_t channel(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to);
    symbol *c = declare_global(s, SYMBOL_CHANNEL, i + 1, i, end);
    scan_role(s, i, NAME_WORD);
    if (c)
        c->to = end;
    uint32_t open = find_sign(k, i + 2, end, "(");
    for (uint32_t at = open + 1; at < end;)
        at = find_sign(k, scan_type(s, at), end, ",") + 1;
    return end;
}

static uint32_t alphabet(name_scan *s, uint32_t i, uint32_t to)
{
    const lin_tokens *k = s->k;
    uint32_t end = semicolon(s, i, to);
    scan_role(s, i, NAME_WORD);
    scan_role(s, i + 1, NAME_UNIT);
    if (token_at(k, i + 2, "{"))
        scan_events(s, i + 3, after_partner(k, i + 2, end) - 1);
    return end;
}

static uint32_t quorums(name_scan *s, uint32_t i, uint32_t to)
{
    uint32_t end = semicolon(s, i, to), word = find_sign(s->k, i, end, "intersect");
    scan_role(s, i, NAME_WORD);
    scan_expression(s, i + 1, word);
    scan_role(s, word, NAME_WORD);
    scan_role(s, word + 1, NAME_WORD);
    return end;
}

// Long: one case for each kind of declaration.
static uint32_t item(name_scan *s, uint32_t i, uint32_t to)
{
    static const struct {
        const char *word;
        symbol_kind kind;
    } units[] = {{"object", SYMBOL_OBJECT},
                 {"spec", SYMBOL_SPEC},
                 {"automaton", SYMBOL_AUTOMATON},
                 {"system", SYMBOL_SYSTEM},
                 {"simulation", SYMBOL_SIMULATION}};
    static const struct {
        const char *word;
        uint32_t (*scan)(name_scan *s, uint32_t i, uint32_t to);
    } items[] = {
        {"const", constant},           {"struct", structure}, {"shared", variable},
        {"thread", variable},          {"ghost", variable},   {"invariant", scan_invariant},
        {"quiescent", scan_invariant}, {"enum", enumeration}, {"type", alias},
        {"message", message},          {"let", scan_let},     {"quorums", quorums},
        {"process", process},          {"channel", channel},  {"alphabet", alphabet},
        {"verify", scan_verify}};
    const lin_tokens *k = s->k;
    for (size_t n = 0; n < sizeof units / sizeof *units; n++)
        if (token_at(k, i, units[n].word))
            return unit(s, units[n].kind, i, to);
    for (size_t n = 0; n < sizeof items / sizeof *items; n++)
        if (token_at(k, i, items[n].word))
            return items[n].scan(s, i, to);
    bool function = token_at(k, i, "function"), procedure = token_at(k, i, "procedure");
    if (function || procedure || token_at(k, i, "init"))
        scan_role(s, i, NAME_WORD);
    if (function || procedure)
        return scan_method(s, i + 1, to, function ? SYMBOL_FUNCTION : SYMBOL_PROCEDURE);
    if (token_at(k, i, "init") && token_at(k, i + 1, "{"))
        return scan_block(s, i + 1, to);
    return scan_item_end(s, i, to);
}

void scan_file(name_scan *s)
{
    for (uint32_t i = 0; i < s->k->count;) {
        uint32_t after = item(s, i, s->k->count);
        i = after > i ? after : i + 1;
    }
}
