// SPDX-License-Identifier: MIT
// What the names mean that are not declared where they stand: by their place, and by what can be seen there.
// Of several declarations the innermost counts, which is the one that becomes visible last.

#include "lsp/names/name_scan.h"

#include <string.h>

enum { LOOKED_AT = 2000 }; // declarations of one name; a model has far fewer

#define KIND(kind) (UINT64_C(1) << SYMBOL_##kind)

static const uint64_t values = KIND(CONSTANT) | KIND(LET) | KIND(ITEM) | KIND(VARIABLE) |
                               KIND(STATE) | KIND(PARAMETER) | KIND(LOCAL) | KIND(MESSAGE),
                      types = KIND(ENUM) | KIND(STRUCT) | KIND(TYPE),
                      units = KIND(OBJECT) | KIND(SPEC) | KIND(AUTOMATON) | KIND(SYSTEM) |
                              KIND(SIMULATION) | KIND(PROCESS),
                      called = KIND(FUNCTION) | KIND(PROCEDURE) | KIND(LET) | KIND(MESSAGE),
                      events = KIND(EVENT) | KIND(CHANNEL);

// The innermost one of these kinds that is seen from token i; `anywhere`: the first one there is.
static uint32_t find(const name_scan *s, uint32_t i, uint64_t kinds, bool anywhere)
{
    const name_table *t = s->t;
    uint32_t best = 0, looked = 0;
    for (uint32_t at = t->first[t->name[i]]; at && looked < LOOKED_AT;
         at = t->symbols[at - 1].next, looked++) {
        const symbol *v = &t->symbols[at - 1];
        if (!(kinds >> v->kind & 1) || (!anywhere && !symbol_visible(v, i)))
            continue;
        if (!best || (!anywhere && v->visible_from >= t->symbols[best - 1].visible_from))
            best = at;
    }
    return best;
}

static void mean(name_scan *s, uint32_t i, uint32_t which)
{
    const token *t = &s->k->list[i];
    s->t->uses[i] = (name_use){.symbol = which, .at = t->at, .length = t->end - t->at};
}

// worker2, of enum worker[3]
static bool counted_item(name_scan *s, uint32_t i)
{
    name_table *t = s->t;
    const token *k = &s->k->list[i];
    uint32_t end = k->end;
    while (end > k->at && t->tokens.bytes[end - 1] >= '0' && t->tokens.bytes[end - 1] <= '9') {
        end--;
        uint32_t name = intern_find(t->names, t->tokens.bytes + k->at, end - k->at);
        uint32_t at = name == INTERN_NONE ? 0 : t->first[name];
        for (; at; at = t->symbols[at - 1].next)
            if (t->symbols[at - 1].kind == SYMBOL_ENUM && t->symbols[at - 1].counted) {
                t->uses[i] = (name_use){.symbol = at, .at = k->at, .length = end - k->at};
                return true;
            }
    }
    return false;
}

// client.to_replica: what is on its way to one.
static bool channel_place(name_scan *s, uint32_t i)
{
    name_table *t = s->t;
    const token *k = &s->k->list[i];
    if (k->end - k->at <= 3 || memcmp(t->tokens.bytes + k->at, "to_", 3) != 0)
        return false;
    uint32_t name = intern_find(t->names, t->tokens.bytes + k->at + 3, k->end - k->at - 3);
    uint32_t at = name == INTERN_NONE ? 0 : t->first[name];
    for (; at; at = t->symbols[at - 1].next)
        if (t->symbols[at - 1].kind == SYMBOL_AUTOMATON) {
            t->uses[i] = (name_use){.symbol = at, .at = k->at + 3, .length = k->end - k->at - 3};
            return true;
        }
    return false;
}

static void resolve_event(name_scan *s, uint32_t i)
{
    uint32_t which = find(s, i, events, true);
    if (!which)
        which = find(s, i, KIND(ACTION), true); // an automaton that a process is compared with
    if (which) {
        mean(s, i, which);
    } else if (!token_at(s->k, i, "tau")) {
        symbol *v = scan_declare(s, SYMBOL_EVENT, i, i);
        v->of = 0;
    }
}

// Does a step of a formula begin here: push.call(t), or an event with values?
static bool of_step(const name_scan *s, uint32_t i)
{
    const lin_tokens *k = s->k;
    return token_at(k, i + 1, ".") && (token_at(k, i + 2, "call") || token_at(k, i + 2, "return"));
}

static bool resolve_member(name_scan *s, uint32_t i)
{
    uint32_t dot = i - 1;
    const symbol *base = dot ? name_meaning(s->t, dot - 1) : NULL;
    if (base && (base->kind == SYMBOL_EVENT || base->kind == SYMBOL_CHANNEL))
        return false; // a value of an event
    uint32_t which = name_member(s, dot, s->t->name[i]);
    if (which)
        mean(s, i, which);
    else
        channel_place(s, i);
    return true;
}

static void resolve_value(name_scan *s, uint32_t i, bool formula)
{
    const lin_tokens *k = s->k;
    bool dotted = i && token_at(k, i - 1, ".") && s->t->roles[i] != NAME_PLAIN;
    uint32_t which = 0;
    if (dotted && resolve_member(s, i))
        return;
    if (of_step(s, i) && (which = find(s, i, KIND(METHOD), true))) {
        mean(s, i, which);
        return;
    }
    if (token_at(k, i + 1, "(")) {
        which = find(s, i, called, false);
        which = which ? which : find(s, i, KIND(ACTION), true);
    } else {
        which = find(s, i, values, false);
    }
    for (int n = 0; n < 2 && !which; n++)
        which = s->sees[n] ? name_member_of(s, s->sees[n], s->t->name[i]) : 0;
    if (!which && s->t->roles[i] == NAME_TYPE_OR_VALUE)
        which = find(s, i, types, true);
    bool component = token_at(k, i + 1, "[") || token_at(k, i + 1, ".");
    if (!which && component)
        which = find(s, i, units, true);
    if (!which && formula)
        which = find(s, i, events, true);
    if (which)
        mean(s, i, which);
    else if (counted_item(s, i) || !formula || token_at(k, i, "_") || token_at(k, i + 1, "("))
        return;
    // A variable of the formula: declared where it stands first.
    else if (i && !token_at(k, i + 1, ".")) {
        symbol *v = scan_declare(s, SYMBOL_LOCAL, i, i);
        v->of = 0;
        v->visible_from = i;
        v->visible_to = s->formula;
    }
}

// The token after the formula that begins after this verify.
static uint32_t formula_end(const name_scan *s, uint32_t i)
{
    while (i < s->k->count && !token_at(s->k, i, "verify") && !token_at(s->k, i, ";"))
        i++;
    return i;
}

static void resolve_one(name_scan *s, uint32_t i)
{
    static const uint64_t kinds[] = {[NAME_TYPE] = KIND(ENUM) | KIND(STRUCT) | KIND(TYPE),
                                     [NAME_UNIT] = KIND(OBJECT) | KIND(SPEC) | KIND(AUTOMATON) |
                                                   KIND(SYSTEM) | KIND(SIMULATION) | KIND(PROCESS),
                                     [NAME_SPEC] = KIND(SPEC),
                                     [NAME_METHOD] = KIND(METHOD),
                                     [NAME_ACTION] = KIND(ACTION),
                                     [NAME_FIELD] = KIND(FIELD),
                                     [NAME_MESSAGE] = KIND(MESSAGE)};
    unsigned role = s->t->roles[i];
    if (role == NAME_DECLARED || role == NAME_WORD)
        return;
    if (role == NAME_EVENT) {
        resolve_event(s, i);
        return;
    }
    if (role < sizeof kinds / sizeof *kinds && kinds[role]) {
        uint32_t which = find(s, i, kinds[role], true);
        if (which)
            mean(s, i, which);
        return;
    }
    resolve_value(s, i, role == NAME_FORMULA);
}

// Names of the same group are compared with each other, and are renamed together.
static void find_groups(name_table *t)
{
    static const uint64_t alike[] = {KIND(METHOD), KIND(ACTION) | KIND(EVENT) | KIND(CHANNEL)};
    for (uint32_t i = 0; i < t->symbol_count; i++)
        for (size_t n = 0; n < sizeof alike / sizeof *alike; n++) {
            if (!(alike[n] >> t->symbols[i].kind & 1))
                continue;
            uint32_t at = t->first[t->symbols[i].name];
            while (!(alike[n] >> t->symbols[at - 1].kind & 1))
                at = t->symbols[at - 1].next;
            t->symbols[i].group = at - 1;
        }
}

// The only automaton of the file, + 1; 0: there are none, or several.
static uint32_t lone_automaton(const name_table *t)
{
    uint32_t lone = 0, count = 0;
    for (uint32_t i = 0; i < t->symbol_count; i++)
        if (t->symbols[i].kind == SYMBOL_AUTOMATON) {
            lone = i + 1;
            count++;
        }
    return count == 1 ? lone : 0;
}

void names_resolve(name_scan *s)
{
    uint32_t lone = lone_automaton(s->t);
    s->sees[0] = lone;
    for (uint32_t i = 0; i < s->k->count; i++) {
        const symbol *declared = name_meaning(s->t, i);
        bool simulates = declared && declared->token == i && declared->kind == SYMBOL_SIMULATION;
        if (token_at(s->k, i, "verify")) {
            s->formula = formula_end(s, i + 1);
            s->sees[0] = name_at(s->k, i + 1) ? find(s, i + 1, units, true) : lone;
            s->sees[1] = 0;
        } else if (simulates && name_at(s->k, i + 2) && name_at(s->k, i + 4)) {
            s->sees[0] = find(s, i + 2, units, true);
            s->sees[1] = find(s, i + 4, units, true);
        }
        if (name_at(s->k, i))
            resolve_one(s, i);
    }
    find_groups(s->t);
}
