// SPDX-License-Identifier: MIT
// Where a name is declared, and where it is used.

#include "lsp/answers/question.h"

static uint32_t group_at(const question *q)
{
    const symbol *s = name_meaning(q->names, q->token);
    return s ? s->group : UINT32_MAX;
}

bool answer_definition(question *q, json_writer *w)
{
    const name_table *t = q->names;
    uint32_t group = group_at(q);
    const symbol *own = name_meaning(t, q->token);
    json_open(w, '[');
    // Its own declaration first, then those that are compared with it.
    for (int others = 0; own && others < 2; others++)
        for (uint32_t i = 0; i < t->symbol_count; i++) {
            const symbol *s = &t->symbols[i];
            if (s->group != group || (s == own) == (others == 1))
                continue;
            const token *at = &t->tokens.list[s->token];
            write_location(w, &q->file->text, at->at, at->end);
        }
    json_close(w);
    return true;
}

// All places of what is meant here, by `write`.
static void write_places(const question *q, json_writer *w, bool declarations,
                         void (*write)(json_writer *w, const document *d, size_t from, size_t to))
{
    const name_table *t = q->names;
    uint32_t group = group_at(q);
    json_open(w, '[');
    for (uint32_t i = 0; group != UINT32_MAX && i < t->tokens.count; i++) {
        const symbol *s = name_meaning(t, i);
        if (s && s->group == group && (declarations || s->token != i))
            write(w, &q->file->text, t->uses[i].at, t->uses[i].at + t->uses[i].length);
    }
    json_close(w);
}

bool answer_references(question *q, json_writer *w)
{
    uint32_t asked = json_tree_path(q->tree, q->params, "context.includeDeclaration");
    write_places(q, w, json_tree_true(q->tree, asked), write_location);
    return true;
}

static void write_highlight(json_writer *w, const document *d, size_t from, size_t to)
{
    json_open(w, '{');
    write_range(w, d, from, to);
    json_close(w);
}

bool answer_highlights(question *q, json_writer *w)
{
    write_places(q, w, true, write_highlight);
    return true;
}
