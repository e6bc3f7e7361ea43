// SPDX-License-Identifier: MIT
// What each token is, for editors that colour a text by what its names mean: words of the language where they are words,
// names by what they were declared as. A grammar of regular expressions cannot know either.

#include "lsp/answers/question.h"
#include "lsp/answers/word_meant.h"
#include "lsp/names/name_scan.h"

#include <string.h>

// The legend: each type once, in any order.
static const char *const types[] = {
    "variable", "property",  "enum",   "enumMember", "struct",  "type",   "event",     "function",
    "class",    "interface", "method", "namespace",  "keyword", "number", "decorator", "parameter"};
enum { TYPES = sizeof types / sizeof *types };

static int number_of(const char *type)
{
    int i = 0;
    while (i < TYPES && strcmp(types[i], type) != 0)
        i++;
    return i;
}

static const char *type_of_symbol(const symbol *s)
{
    static const char *const of_kinds[] = {
#define SYMBOL(kind, noun, lsp_kind, completion, type) #type,
#include "lsp/names/symbol_kinds.def"
#undef SYMBOL
    };
    return of_kinds[s->kind];
}

// A spec that is built in, such as set or fetch-and-add, is declared nowhere.
static bool is_built_in(const name_table *t, uint32_t i)
{
    const lin_tokens *k = &t->tokens;
    bool joined =
        i && token_at(k, i - 1, "-") && k->list[i].at == k->list[i - 1].end &&
        lin_word_of(WORD_OPERATION, k->bytes + k->list[i].at, k->list[i].end - k->list[i].at);
    return joined || t->roles[i] == NAME_SPEC;
}

// NULL: it is not coloured by what it means.
static const char *type_of(const name_table *t, uint32_t i)
{
    const symbol *s = name_meaning(t, i);
    switch (t->tokens.list[i].kind) {
    case TOKEN_NUMBER:
        return "number";
    case TOKEN_MARK:
        return "decorator";
    case TOKEN_WORD:
    case TOKEN_NAME:
        if (s || is_built_in(t, i))
            return s ? type_of_symbol(s) : "interface";
        return word_meant(t, i) ? "keyword" : NULL;
    default:
        return NULL;
    }
}

// Each token as five numbers: lines and characters behind the one before, length, type, and no modifiers.
bool answer_semantic_tokens(question *q, json_writer *w)
{
    const name_table *t = q->names;
    const document *d = &q->file->text;
    text_position before = {0};
    json_open(w, '{');
    json_key(w, "data");
    json_open(w, '[');
    for (uint32_t i = 0; i < t->tokens.count; i++) {
        const token *one = &t->tokens.list[i];
        const char *type = type_of(t, i);
        if (!type)
            continue;
        text_position p = document_position(d, one->at);
        bool same = p.line == before.line;
        json_integer(w, p.line - before.line);
        json_integer(w, same ? p.character - before.character : p.character);
        json_integer(w, one->end - one->at); // names are ASCII
        json_integer(w, number_of(type));
        json_integer(w, 0);
        before = p;
    }
    json_close(w);
    json_close(w);
    return true;
}

void write_token_legend(json_writer *w)
{
    json_open(w, '{');
    json_key(w, "tokenTypes");
    json_open(w, '[');
    for (int i = 0; i < TYPES; i++)
        json_text(w, types[i]);
    json_close(w);
    json_key(w, "tokenModifiers");
    json_open(w, '[');
    json_close(w);
    json_close(w);
}
