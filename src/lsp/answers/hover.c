// SPDX-License-Identifier: MIT
// What is under the cursor: the declaration of a name, or what a word of the language means.

#include "lsp/answers/question.h"
#include "lsp/answers/word_meant.h"

#include <stdlib.h>

static void add_symbol(const question *q, const symbol *s, text *out)
{
    char *declared = symbol_text(q->names, s);
    text_add(out, "```lin\n%s\n```\n%s", declared, symbol_noun(s->kind));
    free(declared);
    if (s->of) {
        const symbol *of = &q->names->symbols[s->of - 1];
        size_t length;
        const char *name = symbol_name(q->names, of, &length);
        text_add(out, " of %s %.*s", symbol_noun(of->kind), (int)length, name);
    }
}

bool answer_hover(question *q, json_writer *w)
{
    const symbol *s = name_meaning(q->names, q->token);
    const lin_word *word =
        s || q->token >= q->names->tokens.count ? NULL : word_meant(q->names, q->token);
    if (!s && !word) {
        json_null(w);
        return true;
    }
    text said = {0};
    if (s)
        add_symbol(q, s, &said);
    else
        text_add(&said, "`%s`: %s", word->word, word->text);
    json_open(w, '{');
    json_key(w, "contents");
    json_open(w, '{');
    json_member_text(w, "kind", "markdown");
    json_member_text(w, "value", said.bytes);
    json_close(w);
    write_token_range(w, q, q->token, q->token);
    json_close(w);
    text_fini(&said);
    return true;
}
