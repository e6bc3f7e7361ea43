// SPDX-License-Identifier: MIT
// What a file declares, in the order of the file: units with their members, structs with their fields.

#include "lsp/answers/question.h"

#include <stdlib.h>

static int lsp_kind(symbol_kind kind)
{
    static const int kinds[] = {
#define SYMBOL(kind, noun, lsp_kind, completion, type) lsp_kind,
#include "lsp/names/symbol_kinds.def"
#undef SYMBOL
    };
    return kinds[kind];
}

// Of a body, locals are left out; an event is declared nowhere.
static bool is_shown(const symbol *s)
{
    return s->kind != SYMBOL_PARAMETER && s->kind != SYMBOL_LOCAL && s->kind != SYMBOL_PART &&
           s->kind != SYMBOL_EVENT;
}

static void write_symbols(const question *q, json_writer *w, uint32_t of);

static void write_symbol(const question *q, json_writer *w, uint32_t which)
{
    const symbol *s = &q->names->symbols[which];
    const token *list = q->names->tokens.list;
    size_t length;
    const char *name = symbol_name(q->names, s, &length);
    char *detail = symbol_text(q->names, s);
    json_open(w, '{');
    json_key(w, "name");
    json_string(w, name, length);
    json_member_text(w, "detail", detail);
    json_member_integer(w, "kind", lsp_kind(s->kind));
    write_token_range(w, q, s->from, s->end - 1);
    json_key(w, "selectionRange");
    write_bounds(w, &q->file->text, list[s->token].at, list[s->token].end);
    if (!s->of) {
        json_key(w, "children");
        write_symbols(q, w, which + 1);
    }
    json_close(w);
    free(detail);
}

static void write_symbols(const question *q, json_writer *w, uint32_t of)
{
    json_open(w, '[');
    for (uint32_t i = of; i < q->names->symbol_count; i++) {
        const symbol *s = &q->names->symbols[i];
        if (s->of == of && is_shown(s))
            write_symbol(q, w, i);
        else if (of && !s->of && is_shown(s))
            break; // members come before the next declaration
    }
    json_close(w);
}

bool answer_symbols(question *q, json_writer *w)
{
    write_symbols(q, w, 0);
    return true;
}
