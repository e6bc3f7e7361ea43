// SPDX-License-Identifier: MIT
// What stands behind a dot: the type of what stands before it is followed back to where it is written.

#include "lsp/names/name_scan.h"

enum { FOLLOWED = 24, LOOKED_AT = 2000 };

// What stands before a dot: a unit, or something whose type is written from a token on.
typedef struct base_kind {
    uint32_t unit; // + 1
    uint32_t type; // + 1
} base_kind;

static base_kind base_of(const name_scan *s, uint32_t last, uint32_t depth);

static uint32_t symbol_of(const name_scan *s, uint32_t name, uint64_t kinds)
{
    const name_table *t = s->t;
    uint32_t at = t->first[name], looked = 0;
    while (at && looked++ < LOOKED_AT && !(kinds >> t->symbols[at - 1].kind & 1))
        at = t->symbols[at - 1].next;
    return looked < LOOKED_AT ? at : 0;
}

#define KIND(kind) (UINT64_C(1) << SYMBOL_##kind)

// The type itself, behind names for types.
static uint32_t real_type(const name_scan *s, uint32_t type)
{
    for (int i = 0; i < FOLLOWED && type; i++) {
        uint32_t at = type - 1;
        if (!name_at(s->k, at) || token_at(s->k, at + 1, "<"))
            return type;
        uint32_t which = symbol_of(s, s->t->name[at], KIND(TYPE));
        const symbol *alias = which ? &s->t->symbols[which - 1] : NULL;
        if (!alias || alias->type_from == alias->type_to || token_at(s->k, at + 1, "*"))
            return type;
        type = alias->type_from + 1;
    }
    return type;
}

// Of a seq, set or map: what front, get and the like give.
static base_kind item_of(const name_scan *s, base_kind many)
{
    const lin_tokens *k = s->k;
    uint32_t type = real_type(s, many.type);
    if (!type || !token_at(k, type, "<"))
        return (base_kind){0};
    bool map = token_at(k, type - 1, "map");
    uint32_t at = type + 1;
    for (int nested = 0; map && at < k->count; at++) {
        if (token_at(k, at, ",") && !nested)
            return (base_kind){.type = at + 2};
        nested += token_at(k, at, "<") || token_at(k, at, "(");
        nested -= token_at(k, at, ">") || token_at(k, at, ")");
    }
    return (base_kind){.type = type + 2};
}

// f(…), ll(…), s.front(), (…)
static base_kind base_called(const name_scan *s, uint32_t close, uint32_t depth)
{
    static const char *const same[] = {"value", "ll", "swap", "choose"};
    const lin_tokens *k = s->k;
    uint32_t open = k->match[close];
    if (open == k->count || !open)
        return (base_kind){0};
    uint32_t word = open - 1, first = find_sign(k, open + 1, close, ",");
    const symbol *f = name_meaning(s->t, word);
    if (f && f->type_from < f->type_to)
        return (base_kind){.type = f->type_from + 1};
    if (name_at(k, word) && word && token_at(k, word - 1, ".") && word > 1)
        return item_of(s, base_of(s, word - 2, depth + 1));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (token_at(k, word, same[i]))
            return base_of(s, first - 1, depth + 1);
    if (name_at(k, word) || first != close)
        return (base_kind){0};
    return base_of(s, close - 1, depth + 1);
}

static base_kind base_of(const name_scan *s, uint32_t last, uint32_t depth)
{
    const lin_tokens *k = s->k;
    if (depth > FOLLOWED)
        return (base_kind){0};
    while (last && (token_at(k, last, "'") || token_at(k, last, "]")))
        last = token_at(k, last, "]") && k->match[last] < last ? k->match[last] - 1 : last - 1;
    if (token_at(k, last, ")"))
        return base_called(s, last, depth);
    const symbol *v = name_meaning(s->t, last);
    if (!v)
        return (base_kind){0};
    if (v->kind == SYMBOL_AUTOMATON || v->kind == SYMBOL_SYSTEM)
        return (base_kind){.unit = (uint32_t)(v - s->t->symbols) + 1};
    return v->type_from < v->type_to ? (base_kind){.type = v->type_from + 1} : (base_kind){0};
}

uint32_t name_member_of(const name_scan *s, uint32_t of, uint32_t name)
{
    static const uint64_t members =
        KIND(STATE) | KIND(LET) | KIND(ACTION) | KIND(FIELD) | KIND(CONTENT);
    uint32_t at = s->t->first[name];
    while (at && !(s->t->symbols[at - 1].of == of && members >> s->t->symbols[at - 1].kind & 1))
        at = s->t->symbols[at - 1].next;
    return at;
}

static uint32_t part_of(const name_scan *s, uint32_t open, uint32_t name)
{
    uint32_t at = s->t->first[name];
    while (at && !(s->t->symbols[at - 1].kind == SYMBOL_PART &&
                   s->t->symbols[at - 1].visible_from == open))
        at = s->t->symbols[at - 1].next;
    return at;
}

// Where nothing is known of what stands before: the only one of this name.
static uint32_t only(const name_scan *s, uint32_t name)
{
    static const uint64_t members = KIND(STATE) | KIND(FIELD) | KIND(PART);
    uint32_t found = 0, looked = 0;
    for (uint32_t at = s->t->first[name]; at && looked < LOOKED_AT;
         at = s->t->symbols[at - 1].next, looked++) {
        const symbol *v = &s->t->symbols[at - 1];
        if (!(members >> v->kind & 1))
            continue;
        if (found)
            return 0;
        found = at;
    }
    return found;
}

uint32_t name_member(const name_scan *s, uint32_t dot, uint32_t name)
{
    const lin_tokens *k = s->k;
    base_kind base = dot ? base_of(s, dot - 1, 0) : (base_kind){0};
    if (base.unit && s->t->symbols[base.unit - 1].kind == SYMBOL_SYSTEM) {
        uint32_t part = symbol_of(s, name, KIND(AUTOMATON));
        return part ? part : name_member_of(s, base.unit, name);
    }
    if (base.unit)
        return name_member_of(s, base.unit, name);
    uint32_t type = real_type(s, base.type);
    if (!type)
        return token_at(k, dot + 2, "(") ? 0 : only(s, name);
    if (token_at(k, type - 1, "("))
        return part_of(s, type - 1, name);
    uint32_t of = name_at(k, type - 1) ? symbol_of(s, s->t->name[type - 1], KIND(STRUCT)) : 0;
    return of ? name_member_of(s, of, name) : 0;
}
