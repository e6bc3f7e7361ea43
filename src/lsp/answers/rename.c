// SPDX-License-Identifier: MIT
// Renaming: all places, or none.
//
// The new text is read before it is offered. Each name in it must mean what it meant, by the name table, so
// nothing is captured and nothing clashes; and the parser and the checker must find as many errors as before,
// which holds the table to account: a place that it missed would be one.

#include "lsp/answers/question.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_name(const char *name, size_t length)
{
    bool ok = length > 0 && length <= 64 && (name[0] < '0' || name[0] > '9');
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        ok &=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        ok &= !(c == '_' && i + 1 < length && name[i + 1] == '_');
    }
    return ok && !word_reserved(name, length);
}

static bool is_place(const question *q, uint32_t i)
{
    const symbol *s = name_meaning(q->names, i), *here = name_meaning(q->names, q->token);
    return s && here && s->group == here->group;
}

static void new_text(const question *q, const char *name, text *out)
{
    const name_table *t = q->names;
    const char *bytes = q->file->text.bytes.bytes;
    size_t done = 0;
    for (uint32_t i = 0; i < t->tokens.count; i++) {
        if (!is_place(q, i))
            continue;
        text_add_bytes(out, bytes + done, t->uses[i].at - done);
        text_add_bytes(out, name, strlen(name));
        done = t->uses[i].at + t->uses[i].length;
    }
    text_add_bytes(out, bytes + done, q->file->text.bytes.length - done);
}

// Where the meaning of a name is declared that is renamed with it; the count of tokens: it has none.
static uint32_t meaning_at(const name_table *t, uint32_t i)
{
    const symbol *s = name_meaning(t, i);
    return s ? t->symbols[s->group].token : t->tokens.count;
}

// The first token that means something else now; their count: none.
static uint32_t changed(const name_table *before, const name_table *after)
{
    uint32_t count = before->tokens.count, i = 0;
    if (after->tokens.count != count)
        return 0;
    while (i < count && meaning_at(before, i) == meaning_at(after, i))
        i++;
    return i;
}

static size_t errors(const diagnoses *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->count; i++)
        n += !d->list[i].warning;
    return n;
}

static bool check(question *q, const char *name, const text *fresh)
{
    name_table after;
    diagnoses found = {0};
    name_table_read(&after, fresh->bytes, fresh->length);
    uint32_t first = changed(q->names, &after);
    bool ok = first == q->names->tokens.count;
    if (!ok) {
        const token *t = &q->names->tokens.list[first];
        question_failed(q, LSP_FAILED, "%s means something else: line %u would change its meaning",
                        name, document_position(&q->file->text, t->at).line + 1);
    } else {
        const diagnoses *now = open_file_diagnoses(q->file);
        diagnose(&found, fresh->bytes, fresh->length, &after);
        ok = errors(&found) == errors(now) ||
             question_failed(q, LSP_FAILED, "%s cannot be its name: %s", name,
                             found.count ? found.list[0].what : "the errors would change");
    }
    diagnoses_fini(&found);
    name_table_fini(&after);
    return ok;
}

static void write_edits(const question *q, const char *name, json_writer *w)
{
    const name_table *t = q->names;
    const document *d = &q->file->text;
    json_open(w, '{');
    json_key(w, "changes");
    json_open(w, '{');
    json_key_string(w, d->uri, strlen(d->uri));
    json_open(w, '[');
    for (uint32_t i = 0; i < t->tokens.count; i++) {
        if (!is_place(q, i))
            continue;
        json_open(w, '{');
        write_range(w, d, t->uses[i].at, t->uses[i].at + t->uses[i].length);
        json_member_text(w, "newText", name);
        json_close(w);
    }
    json_close(w);
    json_close(w);
    json_close(w);
}

bool answer_rename(question *q, json_writer *w)
{
    uint32_t node = json_tree_member(q->tree, q->params, "newName");
    const char *name = json_tree_text(q->tree, node);
    if (!name || !is_name(name, json_tree_node(q->tree, node)->length))
        return question_failed(q, LSP_INVALID_PARAMS,
                               "a name is letters, digits and single underscores, up to 64, and "
                               "no reserved word");
    if (!name_meaning(q->names, q->token))
        return question_failed(q, LSP_FAILED, "nothing that was declared stands here");
    text fresh = {0};
    new_text(q, name, &fresh);
    bool ok = check(q, name, &fresh);
    if (ok)
        write_edits(q, name, w);
    text_fini(&fresh);
    return ok;
}

bool answer_prepare_rename(question *q, json_writer *w)
{
    const name_table *t = q->names;
    if (!name_meaning(t, q->token)) {
        json_null(w);
        return true;
    }
    const name_use *u = &t->uses[q->token];
    json_open(w, '{');
    write_range(w, &q->file->text, u->at, u->at + u->length);
    json_key(w, "placeholder");
    json_string(w, q->file->text.bytes.bytes + u->at, u->length);
    json_close(w);
    return true;
}
