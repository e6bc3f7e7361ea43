// SPDX-License-Identifier: MIT
// See name_table.h.

#include "lsp/names/name_scan.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void scan_role(name_scan *s, uint32_t i, name_role role)
{
    if (i < s->k->count && s->k->list[i].kind == TOKEN_NAME && s->t->roles[i] != NAME_DECLARED)
        s->t->roles[i] = (unsigned char)role;
}

symbol *scan_declare(name_scan *s, symbol_kind kind, uint32_t i, uint32_t from)
{
    name_table *t = s->t;
    if (!name_at(s->k, i) || t->roles[i] == NAME_DECLARED)
        return NULL;
    MEMORY_GROW(t->symbols, t->symbol_capacity, t->symbol_count + 1);
    uint32_t which = t->symbol_count++, name = t->name[i];
    t->symbols[which] = (symbol){.kind = kind, .name = name, .token = i, .of = s->unit};
    symbol *v = &t->symbols[which];
    v->from = from;
    v->to = v->end = i + 1;
    v->group = which;
    if (t->last[name])
        t->symbols[t->last[name] - 1].next = which + 1;
    else
        t->first[name] = which + 1;
    t->last[name] = which + 1;
    t->roles[i] = NAME_DECLARED;
    const token *at = &s->k->list[i];
    t->uses[i] = (name_use){.symbol = which + 1, .at = at->at, .length = at->end - at->at};
    return v;
}

void name_table_read(name_table *t, const char *bytes, size_t length)
{
    *t = (name_table){.names = intern_new()};
    lin_tokens_read(&t->tokens, bytes, length);
    const lin_tokens *k = &t->tokens;
    size_t count = (size_t)k->count + 1;
    t->name = memory_new(count, sizeof *t->name);
    t->uses = memory_new(count, sizeof *t->uses);
    t->roles = memory_new(count, 1);
    for (uint32_t i = 0; i < k->count; i++)
        if (name_at(k, i))
            t->name[i] =
                intern_add(t->names, k->bytes + k->list[i].at, k->list[i].end - k->list[i].at);
    size_t names = (size_t)intern_count(t->names) + 1;
    t->first = memory_new(names, sizeof *t->first);
    t->last = memory_new(names, sizeof *t->last);
    name_scan s = {.t = t, .k = k};
    scan_file(&s);
    names_resolve(&s);
}

void name_table_fini(name_table *t)
{
    lin_tokens_fini(&t->tokens);
    intern_free(t->names);
    free(t->name);
    free(t->symbols);
    free(t->first);
    free(t->last);
    free(t->uses);
    free(t->roles);
    free(t->claims);
    *t = (name_table){0};
}

const symbol *name_meaning(const name_table *t, uint32_t i)
{
    return i < t->tokens.count && t->uses[i].symbol ? &t->symbols[t->uses[i].symbol - 1] : NULL;
}

const char *symbol_noun(symbol_kind kind)
{
    static const char *const nouns[] = {
#define SYMBOL(kind, noun, lsp_kind, completion, type) noun,
#include "lsp/names/symbol_kinds.def"
#undef SYMBOL
    };
    return nouns[kind];
}

bool symbol_visible(const symbol *s, uint32_t i)
{
    return i >= s->visible_from && i < s->visible_to;
}

char *symbol_text(const name_table *t, const symbol *s)
{
    enum { SHOWN = 200 };
    const lin_tokens *k = &t->tokens;
    uint32_t last = s->to > s->from ? s->to - 1 : s->from;
    char *all = source_excerpt(&k->source, k->list[s->from].at, k->list[last].end);
    size_t length = strlen(all);
    if (length > SHOWN) {
        length = SHOWN;
        while (length && ((unsigned char)all[length] & 0xc0) == 0x80)
            length--;
        char *cut = text_format("%.*s…", (int)length, all);
        free(all);
        return cut;
    }
    return all;
}

const char *symbol_name(const name_table *t, const symbol *s, size_t *length)
{
    return intern_get(t->names, s->name, length);
}
